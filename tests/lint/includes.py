#!/usr/bin/env python3
"""Checks that every C++ file includes what it uses, so that each compiles on its own although several are compiled as one:
includes.py [ROOT] prints `path:line: message` for each fault and ends with status 1 if there is one.

A name may come through headers of this project, but not through those of others: what the standard library's headers include
in turn differs between its versions. It knows the names that are written with std:: and those of other libraries, and the types
and functions of this project that one header alone declares."""
import re
import sys
from functools import cache
from pathlib import Path

from rooms import tree, without_comments

SOURCES = (".h", ".cpp", ".cu", ".cuh")
FOLDERS = ("app/", "cuda/", "tests/")
NO_PART = ("tests/install/",)  # separate projects

# The names of each header of the standard library that are in use. A name that ends with `::` stands for all that it has.
HEADERS = {
    "algorithm": """adjacent_find all_of any_of binary_search clamp copy copy_if copy_n count count_if equal equal_range fill fill_n
        find find_if for_each generate is_permutation is_sorted lexicographical_compare lower_bound max max_element
        merge min min_element minmax minmax_element mismatch move none_of nth_element partition ranges:: replace reverse
        rotate search shuffle sort stable_partition stable_sort transform unique unique_copy upper_bound""",
    "array": "array get to_array",
    "atomic": "atomic atomic_bool memory_order_acquire memory_order_relaxed memory_order_release",
    "bit": "bit_cast bit_ceil bit_floor bit_width countl_zero countr_zero endian:: has_single_bit popcount",
    "bitset": "bitset",
    "cctype": "isalnum isalpha isdigit isspace isupper isxdigit tolower toupper",
    "charconv": "chars_format:: from_chars to_chars",
    "chrono": "chrono chrono:: chrono_literals",
    "cmath": """abs acos asin atan atan2 cbrt ceil copysign cos erf exp exp2 floor fmod frexp hypot isfinite isinf isnan ldexp
        lerp lgamma llround log log10 log2 lround nan nextafter pow remainder round signbit sin sqrt tan trunc""",
    "complex": "complex norm polar",
    "concepts": "convertible_to invocable same_as",
    "condition_variable": "condition_variable",
    "csignal": "raise signal",
    "cstddef": "byte max_align_t nullptr_t ptrdiff_t size_t",
    "cstdint": "int16_t int32_t int64_t int8_t intmax_t uint16_t uint32_t uint64_t uint8_t uintmax_t uintptr_t",
    "cstdio": """FILE fclose ferror fflush fgetc fopen fprintf fputc fputs fread freopen fwrite perror printf puts remove rename
        setvbuf""",
    "cstdlib": """_Exit abort abs aligned_alloc atof atoi exit free getenv malloc realloc strtod strtof strtol strtoul strtoull
        system""",
    "cstring": "memchr memcmp memcpy memset strchr strcmp strerror strlen strncmp strstr",
    "ctime": "gmtime localtime mktime strftime time time_t tm",
    "deque": "deque erase erase_if",
    "exception": """current_exception exception exception_ptr make_exception_ptr rethrow_exception set_terminate terminate
        uncaught_exceptions""",
    "filesystem": "filesystem filesystem::",
    "fstream": "fstream ifstream ofstream",
    "functional": """bit_and bit_or bit_xor equal_to function greater greater_equal hash invoke less minus multiplies plus ref
        reference_wrapper""",
    "future": "async future future_status:: launch:: promise shared_future",
    "initializer_list": "initializer_list",
    "ios": "dec hex ios:: ios_base:: streamoff streamsize",
    "iostream": "cerr cin cout",
    "istream": "istream",
    "iterator": """back_inserter begin distance end forward_iterator_tag input_iterator_tag inserter istream_iterator
        istreambuf_iterator next prev random_access_iterator_tag size ssize""",
    "limits": "numeric_limits",
    "list": "erase erase_if list",
    "map": "erase_if map multimap",
    "memory": """addressof default_delete dynamic_pointer_cast make_shared make_unique shared_ptr static_pointer_cast unique_ptr
        weak_ptr""",
    "mutex": "call_once lock_guard mutex once_flag recursive_mutex scoped_lock unique_lock",
    "new": "align_val_t bad_alloc nothrow nothrow_t",
    "numbers": "numbers::",
    "numeric": "accumulate exclusive_scan gcd inclusive_scan inner_product iota partial_sum reduce",
    "optional": "in_place make_optional nullopt nullopt_t optional",
    "ostream": "endl flush ostream",
    "queue": "priority_queue queue",
    "random": """bernoulli_distribution discrete_distribution geometric_distribution minstd_rand mt19937 mt19937_64
        normal_distribution random_device uniform_int_distribution uniform_real_distribution""",
    "ratio": "micro milli nano ratio",
    "regex": "cmatch regex regex_match regex_replace regex_search smatch sregex_iterator sregex_token_iterator",
    "set": "erase_if multiset set",
    "span": "as_bytes as_writable_bytes dynamic_extent span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "domain_error invalid_argument length_error logic_error out_of_range overflow_error range_error runtime_error",
    "string": "char_traits erase erase_if getline stof stoi stol stoul stoull string to_string u32string",
    "string_view": "string_view",
    "system_error": "errc errc:: error_code generic_category make_error_code system_category system_error",
    "thread": "jthread stop_token this_thread:: thread",
    "tuple": "apply get ignore make_tuple tie tuple tuple_element_t tuple_size_v",
    "type_traits": """add_pointer_t conditional_t decay_t enable_if_t extent_v false_type integral_constant invoke_result_t
        is_arithmetic_v is_array_v is_base_of_v is_constant_evaluated is_convertible_v is_copy_assignable_v
        is_copy_constructible_v is_default_constructible_v is_enum_v is_floating_point_v is_integral_v is_invocable_v
        is_move_constructible_v is_nothrow_move_assignable_v is_nothrow_move_constructible_v is_same_v is_signed_v
        is_standard_layout_v is_trivially_copyable_v is_unsigned_v make_signed_t make_unsigned_t remove_const_t
        remove_cvref_t remove_extent_t remove_pointer_t remove_reference_t true_type type_identity_t underlying_type_t
        void_t""",
    "unordered_map": "erase_if unordered_map unordered_multimap",
    "unordered_set": "erase_if unordered_set",
    "utility": """as_const declval exchange forward get in_place index_sequence index_sequence_for make_index_sequence make_pair
        move pair piecewise_construct swap to_underlying""",
    "variant": "get get_if holds_alternative in_place monostate variant variant_size_v visit",
    "vector": "erase erase_if vector",
}
# Headers that have a name of another one too.
ALSO = {
    **dict.fromkeys(["begin", "end", "size", "ssize"], ["array", "deque", "list", "map", "set", "span", "string", "string_view",
                                                        "unordered_map", "vector"]),
    **dict.fromkeys(["dec", "endl", "flush", "hex", "ios::", "istream", "ostream"], ["fstream", "iostream", "sstream"]),
    **dict.fromkeys(["micro", "milli", "nano"], ["chrono"]),
    "errc": ["charconv"], "errc::": ["charconv"],
    "initializer_list": ["array", "map", "set", "string", "utility", "vector"],
    "size_t": ["cstdio", "cstdlib", "cstring", "ctime"],
    "tuple_size_v": ["array", "utility"],
}
# Other libraries: what their names look like, and what their headers begin with.
OTHERS = {r"fmt::": "fmt/", r"glm::": "glm/", r"nlohmann::": "nlohmann/", r"CLI::\w+\(": "CLI/", r"testing::": "gtest/",
          r"ImGui::": "imgui", r"glfw[A-Z]\w+\(": "GLFW/", r"gl[A-Z]\w+\(": "glad/"}


# The declaration of a type, and that of a function, as they begin a line.
TYPE = r"(?:class|struct|enum class) (?:[A-Z_]+ )?(\w+)"
FUNCTION = r"(?!using|class|struct|return|else|throw)\w[\w:<>,&*. ]* [&*]?(\w+)\("

HEADERS_OF = {name: {*ALSO.get(name, []), *(header for header, others in HEADERS.items() if name in others.split())}
              for names in HEADERS.values() for name in names.split()}


class Tree:
    """The C++ files of the tree, what they include, and what their headers declare."""

    def __init__(self, root):
        files = [file for file in tree(root) if file.path.endswith((*SOURCES, ".h"))]
        self.files = {file.path: file for file in files}
        self.code = {path: without_comments(file.text) for path, file in self.files.items()}
        self.declared = self.declarations()

    @cache
    def includes(self, path):
        """Returns the files of this project, and the names of the other headers, that the file includes."""
        own, other = set(), set()
        for match in re.finditer(r'^[ \t]*#\s*include\s+["<]([^">]+)[">]', self.files[path].text, re.MULTILINE):
            folder = Path(path).parent.as_posix()
            places = [f"app/{match[1]}", match[1], f"tests/{match[1]}", f"{folder}/{match[1]}", f"app/library/{match[1]}"]
            found = next((place for place in places if place in self.files), None)
            own.add(found) if found else other.add(match[1])
        return own, other

    @cache
    def reach(self, path):
        """Returns what the file and the headers of this project that it includes include, in turn."""
        seen, waiting, other = {path}, [path], set()
        while waiting:
            own, headers = self.includes(waiting.pop())
            other |= headers
            waiting += own - seen
            seen |= own
        return seen, other

    def declarations(self):
        """Returns the header of each type and function of this project that one header alone declares. No class may have a
        function of the same name, whose calls would look the same."""
        headers, members = {}, set()
        for path, code in self.code.items():
            members.update(re.findall(rf"^[ \t]+{FUNCTION}", code, re.MULTILINE))
            if path.endswith(".h") and path.startswith(FOLDERS):
                for match in re.finditer(rf"^(?:{TYPE}[^;{{]*{{|using (\w+) =|{FUNCTION})", code, re.MULTILINE):
                    headers.setdefault(next(filter(None, match.groups())), set()).add(path)
        return {name: next(iter(paths)) for name, paths in headers.items() if len(paths) == 1 and name not in members}

    @cache
    def names(self, path):
        """Returns what the file itself gives a name: types, also those that it only announces, functions, lambdas,
        tests, and parameters that can be types or functions."""
        patterns = [rf"\b{TYPE}", r"\b(?:enum|using|typename|typename\.\.\.) (\w+)", r"\bauto (\w+) =", r"\b[A-Z]&& (\w+)",
                    rf"(?m)^(?:template <[^>]*> )?{FUNCTION}", r"\bTEST(?:_SUITE)?(?:_[FP])?\((?:\w+, )?(\w+)"]
        return {name for pattern in patterns for name in re.findall(pattern, self.code[path])}

    def faults(self, path):
        """Yields (line, message) of each name whose header the file does not include."""
        own, other = self.reach(path)
        code = self.code[path]
        told = set()
        for match, name, what in [*self.of_standard(code, other), *self.of_others(code, other), *self.of_this(path, code, own)]:
            if name not in told:
                told.add(name)
                yield code.count("\n", 0, match.start()) + 1, f"uses {name} {what}"

    def of_standard(self, code, included):
        for match in re.finditer(r"\bstd::((\w+)(?:::)?)", code):
            headers = HEADERS_OF.get(match[1]) or HEADERS_OF.get(match[2])
            if headers is None:
                yield match, f"std::{match[2]}", "which the table HEADERS has no header for"
            elif not headers & included:
                yield match, f"std::{match[2]}", f"without <{'> or <'.join(sorted(headers))}>"

    def of_others(self, code, included):
        for name, begin in OTHERS.items():
            match = re.search(rf"(?<![:\w]){name}", code)
            if match and not any(header.startswith(begin) for header in included):
                yield match, match[0].removesuffix("("), f"without a header of <{begin}...>"

    def of_this(self, path, code, included):
        """Names without a namespace are those of the file's own room, or of base, whose namespace all others are in."""
        own = {name for one in included for name in self.names(one)}
        for match in re.finditer(r"(?<![\w.>:])(?:(\w+)::)?([A-Z]\w*[a-z]\w*\b|\w+(?=\())", code):
            room, name = match.groups()
            header = self.declared.get(name)
            rooms = {room} if room else {"/".join(path.split("/")[:2]), "app/base"}
            if header and any(room in header for room in rooms) and header not in included and name not in own:
                yield match, name, f'without "{header.removeprefix("app/")}"'


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    sources = Tree(root)
    status = 0
    for path in sources.files:
        if path.startswith(FOLDERS) and not path.startswith(NO_PART):
            for line, message in sources.faults(path):
                print(f"{path}:{line}: {message}")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
