"""Winnow's effects in Python programs: a stage loads effects, plays instances of them, steps these, and draws them into the
program's own picture, in its own OpenGL context.

    import winnow

    with winnow.Stage() as stage:
        fountain = stage.load("fountain").play()
        while running:
            stage.advance(seconds_since_the_last_frame)
            stage.draw(view, projection, size=(1280, 720))

Context: OpenGL 4.5 or newer, made by whatever makes windows: moderngl, GLFW, pyglet, Qt. It is current on the calling thread
whenever anything of a stage is called, and all calls about a stage come from the thread that made it. The module opens no window
and makes no context.

State: each call restores all state of OpenGL that it changes, so that libraries that remember the state stay right, unless the stage
is made with state="none". The program makes sure that no query, transform feedback and conditional rendering is active.

Matrices: 16 numbers, column after column as OpenGL stores them, or four columns of four numbers: `view[3]` is the view's move.
The order counts in which Python iterates, not the one in memory. Matrices of PyGLM, of pyrr and of moderngl_window's cameras are
passed as they are. A matrix of numpy that is written as in mathematics, so that `matrix @ point` is the point's image, is passed
as `matrix.T`. A view that moves is refused if it is passed the wrong way round; a projection cannot be told from another one.

Units: metres and seconds; pixels count from the lower left corner.

Errors: a call that fails raises Error, whose text is one sentence, and nothing has changed. An effect, an instance or a stage
that is gone is refused with Result.BAD_HANDLE.
"""
from __future__ import annotations

import ctypes
import enum
import json
import operator
import os
import struct
import sysconfig
import time
from collections.abc import Callable, Iterable, Sequence
from ctypes import POINTER, c_char_p, c_double, c_float, c_int32, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Backend", "CudaArray", "Drawing", "Effect", "Error", "EventKind", "Events", "Instance", "InstanceFigures", "Light", "Result", "Stage", "StageFigures",
           "StateMode", "version"]

Vector = Sequence[float]
Matrix = Iterable[float] | Iterable[Iterable[float]]


class Result(enum.IntEnum):
    """A Result says why a call failed."""

    OK = 0
    FAILED = 1  # the driver, or the library itself
    BAD_INPUT = 2  # an argument, an effect, or more than fits into the budget or into memory
    ABSENT = 3  # the context lacks something, it was lost, or it is not the stage's
    BAD_HANDLE = 4  # what is called is gone
    WRONG_THREAD = 5  # the call comes from another thread than the one that made the stage


class Backend(enum.IntEnum):
    """A Backend is what removes dead particles."""

    AUTO = 0
    GLSL = 1
    CUDA = 2
    CPU = 3


class Drawing(enum.IntEnum):
    """A Drawing is how particles are drawn; AUTO is by tiles, but by triangles where a CPU renders."""

    AUTO = 0
    TRIANGLES = 1
    TILES = 2


class StateMode(enum.IntEnum):
    """A StateMode is what becomes of OpenGL's state in a call."""

    RESTORE = 0  # it is as it was
    NONE = 2  # it stays as the library leaves it; winnow/effect.h lists what that is


class Error(RuntimeError):
    """An Error is a call that failed: its text says why in one sentence, and `result` says what kind of failure it is."""

    def __init__(self, result: Result, sentence: str) -> None:
        """Makes an error of a kind; the sentence is its text."""
        super().__init__(sentence)
        self.result = result


class Light(NamedTuple):
    """A Light is that of a program's scene: linear red, green and blue, up to 10000."""

    direction: Vector = (0, 1, 0)  # towards a distant lamp, of any length but 0
    lamp: Vector = (1, 1, 1)
    above: Vector = (0, 0, 0)  # from all around, on what faces up
    below: Vector = (0, 0, 0)  # and on what faces down


class Layer(NamedTuple):
    """A Layer is what instances give to a picture, as two textures of OpenGL, rows from the bottom up."""

    texture: int  # 16-bit floats: premultiplied linear light, and in alpha the share of the light from behind that passes
    first_depth: int  # 32-bit floats: the depth of the particle that a pixel shows, see effect.h; 0: it was not asked for


class StageFigures(NamedTuple):
    """StageFigures count what is on a stage."""

    effects: int  # that are loaded
    instances: int  # that exist
    budget: int  # particles for which all instances together have room
    taken: int  # particles for which the instances have room
    wished: int  # particles that they would have


class EventKind(enum.IntFlag):
    """EventKind are the bits of what has happened."""

    BORN = 1
    DIED = 2
    COLLIDED = 4
    SIGNALLED = 8  # a module gave a signal
    ENDED = 16  # an instance has ended with the last of its particles; it was not killed


class Events(NamedTuple):
    """Events are what has happened since it was asked last."""

    all: Any  # a structured array of numpy
    lost: int  # events beside these


class CudaArray:
    """A CudaArray is memory of CUDA that CuPy, Numba, PyTorch and others read in place, by __cuda_array_interface__."""

    def __init__(self, address: int, kind: str, count: int, width: int) -> None:
        """Describes one row of numbers of a kind, or one number where the width is 1, in each 16 bytes from the address on."""
        self.__cuda_array_interface__ = {"shape": (count,) if width == 1 else (count, width), "typestr": kind, "version": 3,
                                         "data": (address, False), "strides": (16,) if width == 1 else (16, 4)}


class InstanceFigures(NamedTuple):
    """InstanceFigures count the particles of an instance."""

    alive: int  # particles after a recent step
    step: int  # the last step that was made
    dropped: int  # births without room, and those that distance took
    box_min: tuple[float, float, float]  # metres: the box of the particles' positions after a recent step, in the world;
    box_max: tuple[float, float, float]  # if none is alive, both are 0
    wished: int  # particles that it would have
    granted: int  # particles for which it has room


# --- the C interface: the structs and functions of winnow/effect.h --------------------------------------------------------------

_Loader = ctypes.CFUNCTYPE(c_void_p, c_char_p)
_ReadFile = ctypes.CFUNCTYPE(c_int32, c_void_p, c_char_p, POINTER(c_void_p), POINTER(c_uint64))


class _Struct(ctypes.Structure):
    """A _Struct begins with its size, which it sets by itself."""

    def __init__(self, **members: Any) -> None:
        """Makes a struct with these members; the others are zero."""
        super().__init__(size=ctypes.sizeof(self), **members)


class _StageOptions(_Struct):
    _fields_ = [("size", c_uint32), ("budget", c_uint32), ("loader", _Loader), ("backend", c_uint32), ("drawing", c_uint32),
                ("state", c_uint32), ("events", c_uint32), ("deals", c_uint32), ("reserved", c_uint32)]


class _StageFigures(_Struct):
    _fields_ = [("size", c_uint32), ("effects", c_uint32), ("instances", c_uint32), ("budget", c_uint32), ("taken", c_uint64), ("wished", c_uint64)]


class _EffectSource(_Struct):
    _fields_ = [("size", c_uint32), ("reserved", c_uint32), ("text", c_char_p), ("length", c_uint64), ("name", c_char_p),
                ("folder", c_char_p), ("read", _ReadFile), ("user", c_void_p)]


class _Detail(_Struct):
    _fields_ = [("size", c_uint32), ("near_distance", c_float), ("far_distance", c_float), ("far_share", c_float)]


class _Transform(ctypes.Structure):
    _fields_ = [("position", c_float * 3), ("scale", c_float), ("rotation", c_float * 4)]


class _Play(_Struct):
    _fields_ = [("size", c_uint32), ("seed", c_uint32), ("transform", _Transform), ("density", c_float), ("speed", c_float),
                ("layer", c_uint32), ("prewarm", c_float), ("significance", c_float)]


class _Trigger(_Struct):
    _fields_ = [("size", c_uint32), ("count", c_uint32), ("emitter", c_char_p), ("position", c_float * 3), ("direction", c_float * 3)]


_PARTICLE = [("position", "<f4", 3), ("age", "<u4"), ("velocity", "<f4", 3), ("lifetime", "<u4"), ("birth_step", "<u4"),
             ("ordinal", "<u4"), ("emitter", "<u4"), ("bounces", "<u4")]  # members of WinnowParticle, as numpy describes them


_EVENT = [("instance", "<u8"), ("kinds", "<u4"), ("step", "<u4"), ("position", "<f4", 3), ("age", "<u4"), ("velocity", "<f4", 3),
          ("emitter", "<u4"), ("birth_step", "<u4"), ("ordinal", "<u4")]  # likewise, of WinnowEvent


class _Events(_Struct):
    _fields_ = [("size", c_uint32), ("reserved", c_uint32), ("first", c_void_p), ("count", c_uint64), ("lost", c_uint64)]


class _CudaParticles(_Struct):
    _fields_ = [("size", c_uint32), ("count", c_uint32), ("positions", c_void_p), ("velocities", c_void_p), ("identities", c_void_p)]


class _InstanceFigures(_Struct):
    _fields_ = [("size", c_uint32), ("alive", c_uint32), ("step", c_uint64), ("dropped", c_uint64), ("box_min", c_float * 3),
                ("box_max", c_float * 3), ("wished", c_uint32), ("granted", c_uint32)]


class _Picture(_Struct):
    _fields_ = [("size", c_uint32), ("framebuffer", c_uint32), ("x", c_int32), ("y", c_int32), ("width", c_int32),
                ("height", c_int32), ("view", c_float * 16), ("projection", c_float * 16), ("zero_to_one", c_uint32),
                ("depth_texture", c_uint32), ("depth_x", c_int32), ("depth_y", c_int32), ("encoded", c_uint32),
                ("layers", c_uint32), ("lit", c_uint32), ("lamp_direction", c_float * 3), ("lamp_light", c_float * 3),
                ("light_above", c_float * 3), ("light_below", c_float * 3), ("first_depth", c_uint32)]


class _Layer(_Struct):
    _fields_ = [("size", c_uint32), ("texture", c_uint32), ("first_depth", c_uint32)]


_Handle = c_uint64  # of a stage, an effect or an instance
_FUNCTIONS: dict[str, list[Any]] = {  # the arguments of those that return a WinnowResult
    "winnow_stage_create": [POINTER(_StageOptions), POINTER(_Handle)],
    "winnow_stage_destroy": [_Handle],
    "winnow_stage_figures": [_Handle, POINTER(_StageFigures)],
    "winnow_effect_load": [_Handle, POINTER(_EffectSource), POINTER(_Handle)],
    "winnow_effect_ready": [_Handle, _Handle, POINTER(c_int32)],
    "winnow_effect_reload": [_Handle, _Handle, POINTER(_EffectSource)],
    "winnow_effect_unload": [_Handle, _Handle],
    "winnow_set_detail": [_Handle, _Handle, POINTER(_Detail)],
    "winnow_set_viewers": [_Handle, POINTER(c_float), c_uint32],
    "winnow_play": [_Handle, _Handle, POINTER(_Play), POINTER(_Handle)],
    "winnow_exists": [_Handle, _Handle, POINTER(c_int32)],
    "winnow_move": [_Handle, _Handle, POINTER(_Transform)],
    "winnow_set_speed": [_Handle, _Handle, c_float],
    "winnow_pause": [_Handle, _Handle, c_int32],
    "winnow_set_layer": [_Handle, _Handle, c_uint32],
    "winnow_set_significance": [_Handle, _Handle, c_float],
    "winnow_set_property": [_Handle, _Handle, c_char_p, c_float],
    "winnow_stop": [_Handle, _Handle],
    "winnow_kill": [_Handle, _Handle],
    "winnow_instance_figures": [_Handle, _Handle, POINTER(_InstanceFigures)],
    "winnow_trigger": [_Handle, _Handle, POINTER(_Trigger), POINTER(_Handle)],
    "winnow_take_events": [_Handle, POINTER(_Events)],
    "winnow_instance_read_cuda": [_Handle, _Handle, POINTER(_CudaParticles)],
    "winnow_instance_read": [_Handle, _Handle, c_void_p, c_uint64, POINTER(c_uint64)],
    "winnow_instance_save": [_Handle, _Handle, POINTER(c_void_p), POINTER(c_uint64)],
    "winnow_instance_restore": [_Handle, _Handle, c_char_p, c_uint64, POINTER(_Handle)],
    "winnow_instance_hash": [_Handle, _Handle, POINTER(c_uint64)],
    "winnow_advance": [_Handle, c_double],
    "winnow_step": [_Handle],
    "winnow_draw": [_Handle, POINTER(_Picture)],
    "winnow_draw_debug": [_Handle, POINTER(_Picture)],
    "winnow_draw_layer": [_Handle, POINTER(_Picture), POINTER(_Layer)],
}
_SONAME = "libwinnow-effect.so.0.2"
_VARIABLE = "WINNOW_EFFECT_LIBRARY"


def _library_path() -> str:
    """Returns the path of the library: what the environment says, else the file that was installed with this module, else the
    bare name, which the loader looks for in its usual folders."""
    if named := os.environ.get(_VARIABLE):
        return named
    multiarch = sysconfig.get_config_var("MULTIARCH") or ""
    for folder in Path(__file__).resolve().parents[2:3]:  # PREFIX/lib of PREFIX/lib/python3/dist-packages/winnow.py
        for file in (folder / _SONAME, folder / multiarch / _SONAME):
            if file.is_file():
                return str(file)
    return _SONAME


def _raise_if_failed(code: int, _function: Any, _arguments: Any) -> None:
    """Raises the Error that the library reports, unless the code is that of success."""
    if code != Result.OK:
        raise Error(Result(code), _library.winnow_message().decode(errors="replace"))


def _load_library() -> ctypes.CDLL:
    """Returns the library, with the types of all its functions. Raises ImportError in one sentence if there is none."""
    try:
        library = ctypes.CDLL(_library_path())
        for name, arguments in _FUNCTIONS.items():
            function = getattr(library, name)
            function.argtypes, function.restype, function.errcheck = arguments, c_int32, _raise_if_failed
        library.winnow_message.argtypes, library.winnow_message.restype = [], c_char_p
        library.winnow_version.argtypes, library.winnow_version.restype = [], c_uint32
    except (OSError, AttributeError) as error:
        raise ImportError(f"winnow: {error}: install the package libwinnow-effect0.2, or set {_VARIABLE} to the path of "
                          f"{_SONAME}") from None
    return library


_library = _load_library()


# --- arguments ------------------------------------------------------------------------------------------------------------------


def _integer(value: Any, name: str, least: int = 0, greatest: int = 0xFFFFFFFF) -> int:
    """Returns an integer that fits into the library's member, which ctypes does not check."""
    number = operator.index(value)
    if not least <= number <= greatest:
        raise Error(Result.BAD_INPUT, f"{name}: must be {least} to {greatest}, not {number}")
    return number


def _pair(values: Sequence[int], name: str) -> tuple[int, int]:
    """Returns two signed integers of 32 bits."""
    first, second = _listed(values, name, 2)
    return _integer(first, name, -(1 << 31), (1 << 31) - 1), _integer(second, name, -(1 << 31), (1 << 31) - 1)


def _listed(values: Iterable[Any], name: str, count: int) -> list[Any]:
    """Returns a list of that many values."""
    listed = values.tolist() if hasattr(values, "tolist") else list(values)  # which gives plain numbers for numpy's
    if len(listed) != count:
        raise Error(Result.BAD_INPUT, f"{name}: must have {count} numbers, not {len(listed)}")
    return listed


def _floats(values: Iterable[Any], name: str, count: int) -> tuple[float, ...]:
    """Returns that many numbers."""
    return tuple(map(float, _listed(values, name, count)))


def _columns(matrix: Matrix, name: str) -> tuple[float, ...]:
    """Returns the 16 numbers of a matrix, column after column."""
    listed = matrix.tolist() if hasattr(matrix, "tolist") else list(matrix)
    if len(listed) == 4:
        listed = [number for column in listed for number in _listed(column, f"a column of the {name}", 4)]
    return _floats(listed, name, 16)


def _transform(position: Vector, scale: float, rotation: Vector) -> _Transform:
    """Returns the struct for a place, a scale and a turn."""
    if scale == 0:  # the library takes it for 1
        raise Error(Result.BAD_INPUT, "transform: the scale must be 0.0001 to 10000, not 0")
    return _Transform(_floats(position, "position", 3), scale, _floats(rotation, "rotation", 4))


class _Source(_EffectSource):
    """A _Source is the struct for the source of an effect, with what it points to."""

    def __init__(self, name: str | None, text: str | bytes | None, folder: str | os.PathLike[str] | None,
                 read: Callable[[str], bytes | None] | None) -> None:
        """Makes the struct; what `read` raises is kept in `error`."""
        super().__init__()
        self.error: BaseException | None = None
        if text is not None:
            self.text = text.encode() if isinstance(text, str) else text
            self.length = len(self.text)
        if name is not None:
            self.name = name.encode()
        if folder is not None:
            self.folder = os.fsencode(folder)
        if read is not None:
            self.read = _ReadFile(lambda user, path, data, length: self._give(read, path, data, length))

    def _give(self, read: Callable[[str], bytes | None], path: bytes, data: Any, length: Any) -> int:
        """Gives the library a file, and returns if there is one. The bytes stay until the next one."""
        try:
            found = read(path.decode())
            if found is None:
                return 0
            self._bytes = ctypes.create_string_buffer(bytes(found), len(found))
        except BaseException as error:  # no exception may pass through the library
            self.error = error
            return 0
        data[0], length[0] = ctypes.addressof(self._bytes), len(found)
        return 1

    def load(self, call: Callable[[_Source], None]) -> None:
        """Calls the library with the struct, and raises what `read` has raised if that fails."""
        try:
            call(self)
        except Error:
            if self.error is not None:
                raise self.error from None
            raise


def _default_loader() -> Any:
    """Returns a C function that finds OpenGL's functions. That of libEGL serves contexts of GLX too, because both libraries hand
    out the same functions."""
    for library, function in (("libEGL.so.1", "eglGetProcAddress"), ("libGL.so.1", "glXGetProcAddressARB")):
        try:
            return ctypes.cast(getattr(ctypes.CDLL(library), function), _Loader)
        except (OSError, AttributeError):
            continue
    raise Error(Result.ABSENT, "loader: neither libEGL.so.1 nor libGL.so.1 is found: install libegl1, or give a loader")


def version() -> tuple[int, int, int]:
    """Returns the major, the minor and the patch number of the library."""
    number = _library.winnow_version()
    return number >> 16, number >> 8 & 0xFF, number & 0xFF


# --- what programs use ----------------------------------------------------------------------------------------------------------


def _named(kind: type[enum.IntEnum], value: str | int, name: str) -> int:
    """Returns the number of a member of an enumeration, which may be given by its name in lower case."""
    if not isinstance(value, str):
        return _integer(value, name)
    if value.upper() not in kind.__members__:
        raise Error(Result.BAD_INPUT, f"{name}: must be {', '.join(kind.__members__).lower()}, not {value}")
    return kind[value.upper()]


def _picture(view: Matrix, projection: Matrix, size: Sequence[int], depth_texture: int, depth_position: Sequence[int],
             zero_to_one: bool, light: Light | None) -> _Picture:
    """Returns the struct of a picture, as Stage.draw says."""
    width, height = _pair(size, "size")
    depth_x, depth_y = _pair(depth_position, "depth_position")
    picture = _Picture(width=width, height=height, view=_columns(view, "view"), projection=_columns(projection, "projection"),
                       zero_to_one=bool(zero_to_one), depth_texture=_integer(depth_texture, "depth_texture"), depth_x=depth_x,
                       depth_y=depth_y)
    if light is not None:
        picture.lit = 1
        picture.lamp_direction = _floats(light.direction, "light.direction", 3)
        picture.lamp_light = _floats(light.lamp, "light.lamp", 3)
        picture.light_above = _floats(light.above, "light.above", 3)
        picture.light_below = _floats(light.below, "light.below", 3)
    return picture


class Stage:
    """A Stage plays effects in the OpenGL context that is current when it is made. It ends with its `with` block or by close();
    nothing else frees it, because that needs its context and its thread."""

    def __init__(self, loader: Callable[[str], int | None] | None = None, budget: int = 0,
                 backend: str | Backend = "auto", drawing: str | Drawing = "auto", state: str | StateMode = "restore",
                 events: int = 0, deals: bool = False) -> None:
        """Makes a stage.

        The loader returns the address of the OpenGL function of a name, or None; without one, libEGL's is used, or libGL's. The
        budget is for how many particles all instances together have room, 1 to 4294967295; 0 asks for 4194304. The backend,
        "auto", "glsl", "cuda" or "cpu", is what removes dead particles. The drawing, "auto", "triangles" or "tiles", is how they are
        drawn. The state of OpenGL, "restore" or "none", is put back by each call, or is not. There is room for so many events of a
        step of instances that are alike, up to 65536; 0 asks for 4096. A stage that deals gives a budget that is short to its
        instances by their significance; otherwise no instance is played then."""
        self._loader = _default_loader() if loader is None else _Loader(lambda name: loader(name.decode()))
        options = _StageOptions(budget=_integer(budget, "budget"), loader=self._loader, backend=_named(Backend, backend, "backend"),
                                drawing=_named(Drawing, drawing, "drawing"), state=_named(StateMode, state, "state"),
                                events=_integer(events, "events"), deals=bool(deals))
        handle = _Handle()
        _library.winnow_stage_create(options, handle)
        self._handle = handle.value
        self._is_open = True

    def __enter__(self) -> Stage:
        """Returns the stage, which ends with the block."""
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        """Frees the stage. An exception of the block is not replaced by one that says that the context is gone too."""
        try:
            self.close()
        except Error:
            if error is None:
                raise

    def close(self) -> None:
        """Frees the stage with all that is on it; a second call does nothing."""
        if self._is_open:
            _library.winnow_stage_destroy(self._handle)
            self._is_open = False

    def load(self, name: str | None = None, *, text: str | bytes | None = None,
             folder: str | os.PathLike[str] | None = None, read: Callable[[str], bytes | None] | None = None) -> Effect:
        """Checks an effect, begins to build its programs, and returns it.

        Without a text, the name is that of a built-in effect. A text is the effect's JSON, the name is then used in messages
        only, and the folder is where the modules and the files are that the effect names. A file is loaded by
        `stage.load(path.name, text=path.read_text(), folder=path.parent)`. Instead of a folder, `read` may return the bytes of such
        a file by its path, or None if there is none; what it raises, this raises. An effect that `winnow pack` wrote needs neither."""
        handle = _Handle()
        _Source(name, text, folder, read).load(lambda source: _library.winnow_effect_load(self._handle, source, handle))
        return Effect(self, handle.value)

    def advance(self, seconds: float) -> None:
        """Lets 0 to 60 seconds pass: each instance makes the whole steps that are due to it, and the rest is kept. A program that
        stood still for long makes all those steps at once, unless it gives fewer seconds."""
        _library.winnow_advance(self._handle, seconds)

    def step(self) -> None:
        """Lets each instance that is not paused make one step, whatever its speed is."""
        _library.winnow_step(self._handle)

    def take_events(self) -> Events:
        """Takes the events that have arrived, each once: a step or two after they happened. It waits for nothing.

        Events are told of emitters whose key "events" asks for them. Each has the `handle` of its `instance`, its `kinds`, bits of
        EventKind, the `step` of the instance, and of the particle `position`, `age`, `velocity`, `emitter`, `birth_step` and
        `ordinal` as in Instance.particles. Those of an instance are in order of steps, and within a step in order of births."""
        import numpy
        out = _Events()
        _library.winnow_take_events(self._handle, out)
        size = numpy.dtype(_EVENT).itemsize
        data = ctypes.string_at(out.first, out.count * size) if out.count else b""
        return Events(numpy.frombuffer(data, dtype=_EVENT), out.lost)

    def draw(self, view: Matrix, projection: Matrix, size: Sequence[int], framebuffer: int = 0, position: Sequence[int] = (0, 0),
             depth_texture: int = 0, depth_position: Sequence[int] = (0, 0), zero_to_one: bool = False, encoded: bool = False,
             layers: Iterable[int] | None = None, light: Light | None = None) -> None:
        """Draws all instances over a picture. It waits for nothing.

        The view leads from the world to the eye, which looks along -z: a turn and a move without a scale. The projection is
        a perspective or a parallel one; `zero_to_one` says that its depths are from 0 to 1 instead of -1 to 1. The text of the
        module says how matrices are passed.

        The size is the width and the height of what is drawn and the position its lower left corner, in pixels, each up to 32768.
        The framebuffer is OpenGL's number of one (`glo` in moderngl), whose first colour attachment is drawn into; 0 is the
        window's. `encoded` says that it has a format of plain numbers for sRGB-coded values, as windows usually have; else it
        takes linear light.

        The depth texture is OpenGL's number of the texture that hides particles, which fade where they meet what it shows; 0
        hides nothing. The depth position is the place in that texture of `position`. The layers are the numbers, 0 to 31, of
        those that are drawn; None draws all, and an empty collection none. The light is that of the program's scene; without one,
        particles are lit as each effect's file says."""
        mask = 0
        if layers is not None:
            for layer in layers:
                mask |= 1 << _integer(layer, "layers", 0, 31)
            if mask == 0:
                return
        picture = _picture(view, projection, size, depth_texture, depth_position, zero_to_one, light)
        picture.framebuffer = _integer(framebuffer, "framebuffer")
        picture.x, picture.y = _pair(position, "position")
        picture.encoded, picture.layers = bool(encoded), mask
        _library.winnow_draw(self._handle, picture)

    def draw_debug(self, view: Matrix, projection: Matrix, size: Sequence[int], framebuffer: int = 0,
                   position: Sequence[int] = (0, 0), zero_to_one: bool = False, encoded: bool = False) -> None:
        """Draws over a picture where instances are, and who got how much of the budget, for developers. The arguments are those of
        draw."""
        picture = _picture(view, projection, size, 0, (0, 0), zero_to_one, None)
        picture.framebuffer = _integer(framebuffer, "framebuffer")
        picture.x, picture.y = _pair(position, "position")
        picture.encoded = bool(encoded)
        _library.winnow_draw_debug(self._handle, picture)

    def set_viewers(self, places: Sequence[Sequence[float]]) -> None:
        """Says from where it is seen, for Effect.set_detail: up to 16 places of three numbers."""
        numbers = [number for place in places for number in _floats(place, "places", 3)]
        _library.winnow_set_viewers(self._handle, (c_float * len(numbers))(*numbers), len(places))

    def draw_layer(self, view: Matrix, projection: Matrix, size: Sequence[int], depth_texture: int = 0,
                   depth_position: Sequence[int] = (0, 0), zero_to_one: bool = False, light: Light | None = None,
                   first_depth: bool = False) -> Layer:
        """Draws all instances as a layer that the program puts over its picture: light + alpha * picture. The textures are the
        stage's, and change with its next picture. `first_depth`: the layer has that too. The other arguments are those of draw."""
        layer = _Layer()
        picture = _picture(view, projection, size, depth_texture, depth_position, zero_to_one, light)
        picture.first_depth = bool(first_depth)
        _library.winnow_draw_layer(self._handle, picture, layer)
        return Layer(layer.texture, layer.first_depth)

    def figures(self) -> StageFigures:
        """Returns the counts of effects, instances and particles."""
        out = _StageFigures()
        _library.winnow_stage_figures(self._handle, out)
        return StageFigures(out.effects, out.instances, out.budget, out.taken, out.wished)


class Effect:
    """An Effect is one that a stage has loaded; Stage.load makes it."""

    def __init__(self, stage: Stage, handle: int) -> None:
        """Names the effect of a stage that has that handle."""
        self.stage = stage
        self._handle = handle

    @property
    def ready(self) -> bool:
        """True once the effect's programs are built: its instances make their first step then, and no birth is lost."""
        ready = c_int32()
        _library.winnow_effect_ready(self.stage._handle, self._handle, ready)
        return ready.value != 0

    def wait_ready(self, seconds: float = 600) -> None:
        """Waits until the effect is ready. Raises TimeoutError after so many seconds, 0 or more."""
        end = time.monotonic() + seconds
        while not self.ready:
            if time.monotonic() >= end:
                raise TimeoutError(f"effect: its programs are not built after {seconds:g} seconds")
            time.sleep(0.001)

    def play(self, position: Vector = (0, 0, 0), scale: float = 1, rotation: Vector = (0, 0, 0, 1), seed: int = 1,
             density: float = 1, speed: float = 1, layer: int = 0, prewarm: float | None = None) -> Instance:
        """Plays an instance of the effect, and returns it.

        The position is in metres, the scale is 0.0001 to 10000, and the rotation is a unit quaternion x, y, z, w. The seed of all
        randomness is 1 to 4294967295; 0 is the same as 1. The density is a factor on the births, above 0 and up to 10000; the
        speed is a factor on the time, 0 to 16. The layer is 0 to 31. It is prewarmed by 0 to 600 seconds, or as the effect says.

        The instance has room for all particles that the effect can have alive, or for what the budget has left; births beyond
        that are dropped and counted. Without any transform, it makes the same particles, to the bit, as `winnow render`."""
        if density == 0:  # the library takes it for 1
            raise Error(Result.BAD_INPUT, "density: must be above 0 and up to 10000, not 0")
        play = _Play(seed=_integer(seed, "seed"), transform=_transform(position, scale, rotation), density=density, speed=speed,
                     layer=_integer(layer, "layer", 0, 31), prewarm=0 if prewarm is None else prewarm or -1)
        handle = _Handle()
        _library.winnow_play(self.stage._handle, self._handle, play, handle)
        instance = Instance(self, handle.value, speed, layer)
        if speed == 0:  # the library takes it for 1 here, not later
            instance.speed = 0
        return instance

    def restore(self, saved: bytes) -> Instance:
        """Plays an instance that goes on as the saved one would, to the bit; the bytes are those of Instance.save or of a file that
        `winnow render --save-state` wrote. The effect must have the emitters of the saved one, whose particles have the same
        attributes."""
        handle = _Handle()
        _library.winnow_instance_restore(self.stage._handle, self._handle, saved, len(saved), handle)
        header_length, = struct.unpack_from("<I", saved, 12)  # docs/files.md
        playing = json.loads(saved[24:24 + header_length]).get("playing", {})
        instance = Instance(self, handle.value, playing.get("speed", 1), playing.get("layer", 0))
        instance._is_paused = playing.get("paused", False)
        return instance

    def reload(self, name: str | None = None, *, text: str | bytes | None = None,
               folder: str | os.PathLike[str] | None = None, read: Callable[[str], bytes | None] | None = None) -> None:
        """Lets all instances go on with another text, whose arguments are those of Stage.load; living particles live on."""
        _Source(name, text, folder, read).load(
            lambda source: _library.winnow_effect_reload(self.stage._handle, self._handle, source))

    def unload(self) -> None:
        """Forgets the effect, and ends its instances."""
        _library.winnow_effect_unload(self.stage._handle, self._handle)

    def set_detail(self, near_distance: float, far_distance: float, far_share: float) -> None:
        """Lets its instances have all births up to a distance from the nearest of the stage's viewers, a share of them (0 to 1) from
        a greater one on, and linearly less between; metres, by an instance's scale."""
        detail = _Detail(near_distance=near_distance, far_distance=far_distance, far_share=far_share)
        _library.winnow_set_detail(self.stage._handle, self._handle, detail)


class Instance:
    """An Instance is an effect that plays at a place of its own; Effect.play makes it."""

    def __init__(self, effect: Effect, handle: int, speed: float, layer: int) -> None:
        """Names the instance of an effect that has that handle, speed and layer."""
        self.effect = effect
        self._stage = effect.stage
        self._handle = handle
        self._speed = speed
        self._layer = layer
        self._is_paused = False

    @property
    def handle(self) -> int:
        """The handle names the instance in events."""
        return self._handle

    def move(self, position: Vector = (0, 0, 0), scale: float = 1, rotation: Vector = (0, 0, 0, 1)) -> None:
        """Moves the instance in its next step; births lie along the way. The arguments are those of Effect.play, and what is left
        out is back at its usual value."""
        _library.winnow_move(self._stage._handle, self._handle, _transform(position, scale, rotation))

    @property
    def speed(self) -> float:
        """The speed is a factor on the instance's time, 0 to 16."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        """Changes the factor on the instance's time, 0 to 16."""
        _library.winnow_set_speed(self._stage._handle, self._handle, speed)
        self._speed = speed

    @property
    def paused(self) -> bool:
        """True while the instance's time stands still."""
        return self._is_paused

    @paused.setter
    def paused(self, paused: bool) -> None:
        """Lets the instance's time stand still, or go on."""
        _library.winnow_pause(self._stage._handle, self._handle, bool(paused))
        self._is_paused = bool(paused)

    @property
    def layer(self) -> int:
        """The layer, 0 to 31, says which calls of Stage.draw draw the instance."""
        return self._layer

    @layer.setter
    def layer(self, layer: int) -> None:
        """Changes the layer, 0 to 31."""
        _library.winnow_set_layer(self._stage._handle, self._handle, _integer(layer, "layer", 0, 31))
        self._layer = layer

    def set(self, **values: float) -> None:
        """Gives some of the effect's properties other values in this instance, as in `instance.set(gusts=2)`. Each property has
        a range of its own, which the effect says. They are set in order: if one is refused, those before it are set."""
        for name, value in values.items():
            _library.winnow_set_property(self._stage._handle, self._handle, name.encode(), value)

    def trigger(self, emitter: str, count: int, position: Vector = (0, 0, 0), direction: Vector = (0, 1, 0)) -> Instance:
        """Lets births of an emitter happen at a place in the next step, and returns the instance that they are: it ends with the
        last of its particles. What goes up in the effect's file goes in the direction. The count is 1 to 16777216."""
        asked = _Trigger(count=_integer(count, "count"), emitter=emitter.encode(), position=_floats(position, "position", 3),
                         direction=_floats(direction, "direction", 3))
        handle = _Handle()
        _library.winnow_trigger(self._stage._handle, self._handle, asked, handle)
        return Instance(self.effect, handle.value, self._speed, self._layer)

    def set_significance(self, significance: float) -> None:
        """Says how much it matters that the instance is seen whole, from 0 on; 1 at first. If the stage deals and the budget is
        short, the instances get their room in this order."""
        _library.winnow_set_significance(self._stage._handle, self._handle, significance)

    def stop(self) -> None:
        """Ends the instance's births; the living live on, and the instance ends with the last of them."""
        _library.winnow_stop(self._stage._handle, self._handle)

    def kill(self) -> None:
        """Ends the instance with all of its particles."""
        _library.winnow_kill(self._stage._handle, self._handle)

    @property
    def exists(self) -> bool:
        """True until the instance has ended."""
        exists = c_int32()
        _library.winnow_exists(self._stage._handle, self._handle, exists)
        return exists.value != 0

    def figures(self) -> InstanceFigures:
        """Returns the counts and the box of the particles. It waits for nothing: they are those of a step a few steps back."""
        out = _InstanceFigures()
        _library.winnow_instance_figures(self._stage._handle, self._handle, out)
        return InstanceFigures(out.alive, out.step, out.dropped, tuple(out.box_min), tuple(out.box_max), out.wished,
                               out.granted)

    def particles(self) -> Any:
        """Returns a copy of the particles after the last step, the oldest first, as a structured array of numpy: `position` in metres
        and `velocity` in metres per second, each of three numbers, and `age` and `lifetime` in steps, `birth_step`, `ordinal`,
        `emitter`, the number in the effect's list, and `bounces`, whose highest bit is set if the particle bounced in the last step, and
        the next one if a module gave a signal. It waits for the GPU."""
        import numpy
        count, room = c_uint64(), 1024
        while True:
            copied = numpy.empty(room, dtype=_PARTICLE)
            _library.winnow_instance_read(self._stage._handle, self._handle, copied.ctypes.data_as(c_void_p), room, count)
            if count.value <= room:
                return copied[:count.value]
            room = count.value

    def cuda_particles(self) -> dict[str, CudaArray]:
        """Returns the particles after the last step, the oldest first, in memory of CUDA: by the names of `particles`, but for the
        emitter. They stay as they are until it is called again for an instance of the stage: copy what is needed for longer. To write
        to them changes nothing on the stage. It waits for the GPU, and raises Error with Result.ABSENT where CUDA does not work."""
        read = _CudaParticles()
        _library.winnow_instance_read_cuda(self._stage._handle, self._handle, read)
        columns = [("position", read.positions, 0, "<f4", 3), ("age", read.positions, 12, "<u4", 1),
                   ("velocity", read.velocities, 0, "<f4", 3), ("lifetime", read.velocities, 12, "<u4", 1),
                   ("birth_step", read.identities, 0, "<u4", 1), ("ordinal", read.identities, 4, "<u4", 1),
                   ("bounces", read.identities, 12, "<u4", 1)]
        return {name: CudaArray(column + at if column else 0, kind, read.count, width)
                for name, column, at, kind, width in columns}

    def save(self) -> bytes:
        """Saves everything that the instance's further steps depend on, for Effect.restore. It waits for the GPU."""
        data, length = c_void_p(), c_uint64()
        _library.winnow_instance_save(self._stage._handle, self._handle, data, length)
        return ctypes.string_at(data.value, length.value)

    def hash(self) -> int:
        """Returns the hash of the particles, 64 bits, as `winnow render --trace` writes it for the same steps. It waits for the
        GPU."""
        out = c_uint64()
        _library.winnow_instance_hash(self._stage._handle, self._handle, out)
        return out.value
