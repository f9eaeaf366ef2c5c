// The export window, without a window of the system: what is chosen there, and what is asked for.
#include "ui/export_window.h"

#include "imgui_fixture.h"

namespace winnow::ui {
namespace {

class ExportWindowTest : public test::PanelTest {
  protected:
    void ask(Action action) {
        asked_ = {action};
        settle();
    }
    void open() {
        ask(Action::export_list);
        settle();
    }
};

TEST_F(ExportWindowTest, AKeyOpensAndClosesIt) {
    EXPECT_EQ(map_.find("export/film/record"), nullptr);
    open();
    EXPECT_NE(map_.find("export/film/record"), nullptr);
    open();
    EXPECT_EQ(map_.find("export/film/record"), nullptr);
}

TEST_F(ExportWindowTest, AFilmIsAsItWasChosen) {
    open();
    click("export/film/steps");
    click("export/film/steps/loop");
    click("export/film/size");
    click("export/film/size/1080x1920");
    click("export/film/rate");
    click("export/film/rate/24");
    click("export/film/transparent");
    click("export/film/file");
    type("clip.webm");
    settle();
    const Events events = click("export/film/record");
    ASSERT_TRUE(events.film);
    EXPECT_EQ(events.film->steps, FilmSteps::loop);
    EXPECT_EQ(events.film->size, (PictureSize{1080, 1920}));
    EXPECT_EQ(events.film->frames_per_second, 24u);
    EXPECT_TRUE(events.film->transparent);
    EXPECT_EQ(events.film->output, "clip.webm");
}

TEST_F(ExportWindowTest, TheSameKeyBeginsAndEndsAFilm) {
    asked_ = {Action::film};
    EXPECT_TRUE(frame().film);
    model_.film = {true, 12, 0.2, "clip.mp4", 0.5};
    settle();
    EXPECT_EQ(widget("film").value, "\xE2\x80\xA2 film 0.2 s: F9 ends it");
    asked_ = {Action::film};
    const Events events = frame();
    EXPECT_FALSE(events.film);
    EXPECT_TRUE(events.stops_film);
    open();
    EXPECT_EQ(widget("export/film/share").value, 0.5);
    EXPECT_TRUE(click("export/film/record").stops_film);
    EXPECT_FALSE(click("export/film/record").film);
}

TEST_F(ExportWindowTest, APictureWithThePanelHasTheWindowsSize) {
    open();
    click("export/picture/size");
    click("export/picture/size/1920x1080");
    click("export/picture/transparent");
    Events events = click("export/picture/save");
    ASSERT_TRUE(events.picture);
    EXPECT_EQ(events.picture->size, (PictureSize{1920, 1080}));
    EXPECT_TRUE(events.picture->transparent);
    EXPECT_FALSE(widget("export/picture/panel").enabled);
    click("export/picture/transparent");
    click("export/picture/panel");
    events = click("export/picture/save");
    ASSERT_TRUE(events.picture);
    EXPECT_TRUE(events.picture->with_panel);
    EXPECT_FALSE(events.picture->size);
    EXPECT_FALSE(widget("export/picture/transparent").enabled);
}

TEST_F(ExportWindowTest, AWrittenFileIsOpenedByOneClick) {
    model_.notices = {{Notice::Kind::info, "Saved /tmp/a.png", "/tmp/a.png"}};
    settle();
    EXPECT_EQ(click("notice/0/open").show_file, "/tmp/a.png");
    model_.notices.clear();
    open();
    EXPECT_EQ(click("export/files/0").show_file, "/tmp/a.png");
}

}  // namespace
}  // namespace winnow::ui
