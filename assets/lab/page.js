// The page: a player for each lesson, addresses that name a frame, and the mark in the contents.

const lessons = new Map();
for (const article of document.querySelectorAll(".lesson")) lessons.set(article.id, new Player(article, lessons));

/** Follows an address such as #brent-kung/3 or #kogge-stone+brent-kung/3. The browser itself follows #brent-kung. */
function followAddress() {
  const [, id, other, frame] = location.hash.match(/^#([\w-]+)(?:\+([\w-]+))?(?:\/(\d+))?$/) ?? [];
  const player = lessons.get(id);
  if (!player || !(other || frame)) return;
  if (other) player.compareWith(other);
  if (frame) player.goTo(Math.min(Number(frame), player.last));
  player.article.scrollIntoView();
}

/** Marks the lesson in view in the contents. */
function markContents() {
  const links = new Map([...document.querySelectorAll("nav ul ul a")].map(link => [link.hash.slice(1), link]));
  const observer = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        const link = links.get(target.id);
        if (isIntersecting) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-25% 0px -74% 0px" },
  );
  for (const id of links.keys()) observer.observe(document.getElementById(id));
}

addEventListener("hashchange", followAddress);
followAddress();
markContents();
