#include "gl/clipboard.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <dlfcn.h>
#include <poll.h>
#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <type_traits>

#include "base/error.h"
#include "base/text.h"
#include "gl/window.h"

namespace winnow::gl {
namespace {

// Xlib's types and numbers; its headers are not needed to build.
using Display = void;
using XWindow = unsigned long;
using Atom = unsigned long;
constexpr int property_notify = 28, selection_notify = 31;  // kinds of events
constexpr long property_changes = 1L << 22;                 // a mask of events
constexpr int new_value = 0;                                // a state of a property
constexpr Atom any_type = 0;
constexpr unsigned long now = 0;

union Event {
    int type;
    struct {
        int type;
        unsigned long serial;
        int sent;
        Display* display;
        XWindow requestor;
        Atom selection, target, property;
        unsigned long time;
    } selection;
    struct {
        int type;
        unsigned long serial;
        int sent;
        Display* display;
        XWindow window;
        Atom name;
        unsigned long time;
        int state;
    } property;
    long whole[24];
};

constexpr std::chrono::seconds patience{1};
constexpr long max_text_bytes = 1L << 20;

/// Returns text in Latin-1 as UTF-8.
std::string from_latin_1(std::string_view text) {
    constexpr unsigned first_long = 0x80, lead = 0xC0, low_bits = 6, low_mask = 0x3F;
    std::string utf8;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (code < first_long) {
            utf8 += c;
        } else {
            utf8 += static_cast<char>(lead | code >> low_bits);
            utf8 += static_cast<char>(first_long | (code & low_mask));
        }
    }
    return utf8;
}

[[noreturn]] void too_long() {
    bad_input("the clipboard holds more than {}; nothing is pasted",
              bytes_text(static_cast<std::uint64_t>(max_text_bytes)));
}

}  // namespace

/// Xlib's functions, found at run time: GLFW loads Xlib itself, and some builds of GLFW lack X.
struct Clipboard::Xlib {
    Display* display;
    Atom (*intern)(Display*, const char*, int);
    XWindow (*owner)(Display*, Atom);
    int (*set_owner)(Display*, Atom, XWindow, unsigned long);
    XWindow (*root)(Display*);
    XWindow (*create)(Display*, XWindow, int, int, unsigned, unsigned, unsigned, unsigned long,
                      unsigned long);
    int (*destroy)(Display*, XWindow);
    int (*select)(Display*, XWindow, long);
    int (*convert)(Display*, Atom, Atom, Atom, XWindow, unsigned long);
    int (*check_event)(Display*, XWindow, int, Event*);
    int (*property)(Display*, XWindow, Atom, long, long, int, Atom, Atom*, int*, unsigned long*,
                    unsigned long*, unsigned char**);
    int (*delete_property)(Display*, XWindow, Atom);
    int (*free)(void*);
    int (*connection)(Display*);

    /// Returns nothing without X.
    static std::unique_ptr<Xlib> find();
    Atom clipboard() const { return intern(display, "CLIPBOARD", 0); }
};

std::unique_ptr<Clipboard::Xlib> Clipboard::Xlib::find() {
    const auto get_display = reinterpret_cast<Display* (*)()>(::dlsym(RTLD_DEFAULT, "glfwGetX11Display"));
    void* const library = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) return nullptr;
    auto x = std::make_unique<Xlib>();
    bool all = true;
    const auto look_up = [&](auto& function, const char* name) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
        all = all && function != nullptr;
    };
    look_up(x->intern, "XInternAtom");
    look_up(x->owner, "XGetSelectionOwner");
    look_up(x->set_owner, "XSetSelectionOwner");
    look_up(x->root, "XDefaultRootWindow");
    look_up(x->create, "XCreateSimpleWindow");
    look_up(x->destroy, "XDestroyWindow");
    look_up(x->select, "XSelectInput");
    look_up(x->convert, "XConvertSelection");
    look_up(x->check_event, "XCheckTypedWindowEvent");
    look_up(x->property, "XGetWindowProperty");
    look_up(x->delete_property, "XDeleteProperty");
    look_up(x->free, "XFree");
    look_up(x->connection, "XConnectionNumber");
    ::dlclose(library);
    x->display = get_display != nullptr ? get_display() : nullptr;
    return all && x->display != nullptr ? std::move(x) : nullptr;
}

/// Asks the owner of a selection for what it holds. The answer comes to a window of the question's own, so
/// that GLFW's events stay where they are and late answers are nobody's.
class Clipboard::Question {
  public:
    explicit Question(const Xlib& x)
        : x_(x), window_(x.create(x.display, x.root(x.display), 0, 0, 1, 1, 0, 0, 0)) {}
    ~Question() { x_.destroy(x_.display, window_); }
    Question(const Question&) = delete;

    /// Returns false if the owner does not answer.
    bool is_answered(Atom selection, const char* target) {
        const Atom property = x_.intern(x_.display, "WINNOW_SELECTION", 0);
        x_.convert(x_.display, selection, x_.intern(x_.display, target, 0), property, window_, now);
        renew();
        if (!wait_for(selection_notify)) return false;
        property_ = event_.selection.property;  // 0: the owner has no such thing
        return true;
    }

    /// Returns the text of the answer; nothing if there is none. Throws like Clipboard::text().
    std::optional<std::string> text() {
        if (property_ == 0) return std::nullopt;
        Piece whole = take(false);
        const bool in_pieces = whole.type == x_.intern(x_.display, "INCR", 0);
        if (in_pieces) x_.select(x_.display, window_, property_changes);
        x_.delete_property(x_.display, window_, property_);
        if (!in_pieces) return whole.text;
        std::string text;
        for (;;) {
            renew();
            do {
                if (!wait_for(property_notify)) does_not_answer();
            } while (event_.property.name != property_ || event_.property.state != new_value);
            const std::string piece = take(true).text.value_or("");
            if (piece.empty()) return text;
            text += piece;
            if (text.size() > max_text_bytes) too_long();
        }
    }

    [[noreturn]] static void does_not_answer() {
        bad_input("the program that owns the clipboard does not answer; nothing is pasted");
    }

  private:
    struct Piece {
        Atom type = 0;
        std::optional<std::string> text;  // none if the property holds no bytes
    };

    void renew() { end_ = std::chrono::steady_clock::now() + patience; }

    bool wait_for(int type) {
        using std::chrono::milliseconds;
        while (x_.check_event(x_.display, window_, type, &event_) == 0) {
            const auto left = std::chrono::ceil<milliseconds>(end_ - std::chrono::steady_clock::now());
            if (left <= milliseconds{0} || display_is_lost()) return false;
            pollfd connection{x_.connection(x_.display), POLLIN, 0};
            ::poll(&connection, 1, static_cast<int>(left.count()));
        }
        return true;
    }

    Piece take(bool removes) {
        constexpr int bits = 8;
        constexpr long unit = 4;  // bytes
        Piece piece;
        int format = 0;
        unsigned long count = 0, more = 0;
        unsigned char* bytes = nullptr;
        x_.property(x_.display, window_, property_, 0, max_text_bytes / unit, removes ? 1 : 0, any_type,
                    &piece.type, &format, &count, &more, &bytes);
        if (bytes != nullptr && format == bits)
            piece.text.emplace(reinterpret_cast<const char*>(bytes), count);
        if (bytes != nullptr) x_.free(bytes);
        if (more > 0) too_long();
        return piece;
    }

    const Xlib& x_;
    XWindow window_;
    Atom property_ = 0;
    Event event_{};
    std::chrono::steady_clock::time_point end_;
};

Clipboard::Clipboard() : x_(Xlib::find()) {}
Clipboard::~Clipboard() = default;

bool Clipboard::is_ours() const {
    return our_owner_ != 0 && x_->owner(x_->display, x_->clipboard()) == our_owner_;
}

std::string Clipboard::text() const {
    if (x_ == nullptr || is_ours()) {
        const char* text = glfwGetClipboardString(nullptr);
        return text != nullptr ? text : "";
    }
    Question question(*x_);
    if (!question.is_answered(x_->clipboard(), "UTF8_STRING")) Question::does_not_answer();
    if (const auto text = question.text()) return *text;
    if (!question.is_answered(x_->clipboard(), "STRING")) Question::does_not_answer();
    return from_latin_1(question.text().value_or(""));
}

void Clipboard::set_text(const std::string& text) {
    glfwSetClipboardString(nullptr, text.c_str());
    if (x_ != nullptr) our_owner_ = x_->owner(x_->display, x_->clipboard());
}

void Clipboard::prepare_to_end() const {
    if (x_ == nullptr || !is_ours()) return;
    const Atom keeper = x_->intern(x_->display, "CLIPBOARD_MANAGER", 0);
    if (x_->owner(x_->display, keeper) != 0 && !Question(*x_).is_answered(keeper, "TARGETS"))
        x_->set_owner(x_->display, x_->clipboard(), 0, now);
}

}  // namespace winnow::gl
