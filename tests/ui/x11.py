"""Sends a window the X messages that xdotool cannot send: the close button's message, and a dropped file."""
import ctypes
import pathlib

from window_test import wait_for

SELECTION_REQUEST, SELECTION_NOTIFY, CLIENT_MESSAGE = 30, 31, 33
HEAD = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p)]


def structure(*fields):
    return type("Event", (ctypes.Structure,), {"_fields_": HEAD + [(name, ctypes.c_ulong) for name in fields]})


class Message(ctypes.Structure):
    _fields_ = HEAD + [("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int),
                       ("data", ctypes.c_long * 5)]


class Event(ctypes.Union):
    _fields_ = [("type", ctypes.c_int), ("message", Message),
                ("request", structure("owner", "requestor", "selection", "target", "property", "time")),
                ("notify", structure("requestor", "selection", "target", "property", "time")),
                ("whole", ctypes.c_long * 24)]


class Client:
    """A connection to the display of `window`, with an invisible window of its own."""

    def __init__(self, window):
        self.x11 = ctypes.CDLL("libX11.so.6")
        for name, returns, *takes in [
                ("XOpenDisplay", ctypes.c_void_p, ctypes.c_char_p), ("XCloseDisplay", ctypes.c_int),
                ("XDefaultRootWindow", ctypes.c_ulong), ("XPending", ctypes.c_int),
                ("XNextEvent", ctypes.c_int, ctypes.c_void_p), ("XFlush", ctypes.c_int),
                ("XInternAtom", ctypes.c_ulong, ctypes.c_char_p, ctypes.c_int),
                ("XCreateSimpleWindow", ctypes.c_ulong, ctypes.c_ulong, *[ctypes.c_int] * 5, *[ctypes.c_ulong] * 2),
                ("XSetSelectionOwner", ctypes.c_int, *[ctypes.c_ulong] * 3),
                ("XSendEvent", ctypes.c_int, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p),
                ("XChangeProperty", ctypes.c_int, *[ctypes.c_ulong] * 3, ctypes.c_int, ctypes.c_int,
                 ctypes.c_char_p, ctypes.c_int)]:
            function = getattr(self.x11, name)
            function.restype = returns
            function.argtypes = takes if name == "XOpenDisplay" else [ctypes.c_void_p, *takes]
        self.display = self.x11.XOpenDisplay(window.environment["DISPLAY"].encode())
        self.own = self.x11.XCreateSimpleWindow(self.display, self.x11.XDefaultRootWindow(self.display),
                                                0, 0, 1, 1, 0, 0, 0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.x11.XCloseDisplay(self.display)

    def atom(self, name):
        return self.x11.XInternAtom(self.display, name.encode(), 0)

    def send(self, to, event):
        self.x11.XSendEvent(self.display, to, 0, 0, ctypes.byref(event))
        self.x11.XFlush(self.display)

    def send_message(self, to, name, *data):
        event = Event(message=Message(type=CLIENT_MESSAGE, window=to, message_type=self.atom(name), format=32))
        event.message.data[:len(data)] = data
        self.send(to, event)

    def wait_event(self, what, condition):
        event = Event()

        def arrived():
            while self.x11.XPending(self.display):
                self.x11.XNextEvent(self.display, ctypes.byref(event))
                if condition(event):
                    return True
            return False
        wait_for(what, arrived)
        return event

    def take_selection(self, name):
        self.x11.XSetSelectionOwner(self.display, self.atom(name), self.own, 0)
        self.x11.XFlush(self.display)

    def wait_request(self, what):
        return self.wait_event(what, lambda event: event.type == SELECTION_REQUEST).request

    def answer(self, request, text):
        """Gives a text to the program that asked for a selection."""
        bits_each = 8
        self.x11.XChangeProperty(self.display, request.requestor, request.property, request.target, bits_each, 0, text, len(text))
        answer = Event()
        answer.notify.type = SELECTION_NOTIFY
        for name in ("requestor", "selection", "target", "property", "time"):
            setattr(answer.notify, name, getattr(request, name))
        self.send(request.requestor, answer)


class SizeHints(ctypes.Structure):
    _fields_ = [("flags", ctypes.c_long)] + [(name, ctypes.c_int) for name in (
        "x", "y", "width", "height", "min_width", "min_height", "max_width", "max_height", "width_inc", "height_inc",
        "min_aspect_x", "min_aspect_y", "max_aspect_x", "max_aspect_y", "base_width", "base_height", "win_gravity")]


def least_size(window):
    """Returns the least width and height that the window tells the window manager."""
    hints, supplied = SizeHints(), ctypes.c_long()
    with Client(window) as client:
        client.x11.XGetWMNormalHints.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_void_p, ctypes.c_void_p]
        assert client.x11.XGetWMNormalHints(client.display, int(window.id), ctypes.byref(hints), ctypes.byref(supplied))
    return hints.min_width, hints.min_height


def press_close_button(window):
    """Sends the message by which a window manager asks a window to close."""
    with Client(window) as client:
        client.send_message(int(window.id), "WM_PROTOCOLS", client.atom("WM_DELETE_WINDOW"))


def drop_file(window, path):
    """Drops a file as a file manager does (XDND, version 5): offers it, and sends it when the window asks for it."""
    to, version = int(window.id), 5
    with Client(window) as client:
        def is_message(name):
            return lambda event: event.type == CLIENT_MESSAGE and event.message.message_type == client.atom(name)
        uris = client.atom("text/uri-list")
        client.take_selection("XdndSelection")
        client.send_message(to, "XdndEnter", client.own, version << 24, uris)
        client.send_message(to, "XdndPosition", client.own, 0, 0, 0, client.atom("XdndActionCopy"))
        status = client.wait_event("the window to say if it accepts files", is_message("XdndStatus"))
        assert status.message.data[1] & 1, "the window accepts no files"
        client.send_message(to, "XdndDrop", client.own)
        asked = client.wait_request("the window to ask for the file")
        assert asked.target == uris
        client.answer(asked, (pathlib.Path(path).absolute().as_uri() + "\r\n").encode())
        client.wait_event("the window to have taken the file", is_message("XdndFinished"))
