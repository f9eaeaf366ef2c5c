// The question or field that lies over everything else. One is open at a time, whoever asks.
#pragma once

#include <string>
#include <utility>

#include "ui/model.h"

namespace winnow::view {

class DialogState {
  public:
    /// Opens a dialog instead of any other. `path`: the first text of its field. `note`: a line that explains
    /// it.
    void ask(ui::Dialog dialog, std::string path = "", std::string note = "") {
        dialog_ = dialog;
        path_ = std::move(path);
        note_ = std::move(note);
        replaces_.clear();
        carries_.clear();
    }
    void close() { dialog_ = ui::Dialog::none; }
    ui::Dialog open() const { return dialog_; }
    /// Says why the last answer failed.
    void note(std::string why) { note_ = std::move(why); }
    /// Asks once more before a file is replaced. `typed`: its path as it was typed.
    void confirm(const std::string& typed, std::string note) {
        replaces_ = typed;
        note_ = std::move(note);
    }
    /// True if it was asked already whether this file may be replaced.
    bool has_confirmed(const std::string& typed) const { return replaces_ == typed; }

    /// Asks what becomes of files that the effect uses. `stays`: why they cannot be named where they lie.
    void ask_to_carry(const std::string& typed, std::size_t files, std::string stays, std::string note) {
        carries_ = typed;
        carried_ = files;
        stays_ = std::move(stays);
        note_ = std::move(note);
    }

    void describe(ui::DocumentModel& shown) const {
        shown.dialog = dialog_;
        shown.dialog_path = path_;
        shown.dialog_note = note_;
        shown.replaces = replaces_;
        shown.carries = carries_;
        shown.carried = carried_;
        shown.stays = stays_;
    }

  private:
    ui::Dialog dialog_ = ui::Dialog::none;
    std::string path_, note_, replaces_, carries_, stays_;
    std::size_t carried_ = 0;
};

}  // namespace winnow::view
