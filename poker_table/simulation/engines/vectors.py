"""Vectors, the words of the fast engine: eight 64-bit integers each.

This module teaches Numba a number type, `Vector`. The operators `&`, `|`, `^`, `+`, `*`, `<<` and
`>>` work in all lanes at once, with another vector or with one integer for all lanes. `as_words`
lets the kernel read and write the memory of arrays as vectors. If the processor has no instruction
for eight lanes, LLVM splits the operation.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import binding, ir
from numba.core import cgutils, types
from numba.extending import intrinsic, models, overload, register_model

WIDTH = 8
INT = ir.IntType(64)
LANES = ir.VectorType(INT, WIDTH)
FEATURES = binding.get_host_cpu_features()
HAS_512_BITS = FEATURES.get("avx512f", False)  # a register holds a vector


class Vector(types.Type):
    """The Numba type of a vector."""


class Words(types.Type):
    """The Numba type of vectors that follow each other in memory."""


VECTOR, WORDS = Vector("Vector"), Words("Words")


def _model(kind: type, llvm_type: Any) -> None:
    """Register the LLVM type that represents a Numba type."""

    @register_model(kind)
    class Model(models.PrimitiveModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, llvm_type)


_model(Vector, LANES)
_model(Words, LANES.as_pointer())


def _in_every_lane(builder: Any, kind: Any, value: Any) -> Any:
    """Return a vector: the value itself, or an integer repeated in every lane."""
    if kind is VECTOR:
        return value
    value = (builder.sext if kind.signed else builder.zext)(value, INT)
    indexes = ir.VectorType(ir.IntType(32), WIDTH)
    lane_0 = builder.insert_element(LANES(ir.Undefined), value, ir.IntType(32)(0))
    return builder.shuffle_vector(lane_0, lane_0, indexes([0] * WIDTH))


def _call(builder: Any, name: str, result: Any, *arguments: Any) -> Any:
    """Return the result of one of LLVM's intrinsic functions."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), arguments)


@intrinsic
def splat(typing, word):
    """Return a vector with the word in every lane."""

    def generate(context, builder, signature, arguments):
        return _in_every_lane(builder, signature.args[0], arguments[0])

    return VECTOR(word), generate


def _operation(operators: tuple[Any, ...], instruction: str) -> None:
    """Implement operators on two vectors, or a vector and an integer, by an LLVM instruction."""

    @intrinsic
    def apply(typing, a, b):
        def generate(context, builder, signature, arguments):
            typed = zip(signature.args, arguments, strict=True)
            operands = [_in_every_lane(builder, kind, value) for kind, value in typed]
            return getattr(builder, instruction)(*operands)

        return VECTOR(a, b), generate

    for operator_ in operators:

        @overload(operator_)
        def _(a, b):
            return (lambda a, b: apply(a, b)) if VECTOR in (a, b) else None


_operation((operator.and_, operator.iand), "and_")
_operation((operator.or_, operator.ior), "or_")
_operation((operator.xor, operator.ixor), "xor")
_operation((operator.add, operator.iadd), "add")
_operation((operator.mul,), "mul")
_operation((operator.lshift,), "shl")
_operation((operator.rshift,), "lshr")


@intrinsic
def ones_in(typing, vector):
    """Return the number of set bits in each lane; `sums` adds up the lanes at the end."""

    def generate(context, builder, signature, arguments):
        return _call(builder, f"llvm.ctpop.v{WIDTH}i64", LANES, *arguments)

    return VECTOR(vector), generate


@intrinsic
def _any_of(typing, vector):
    def generate(context, builder, signature, arguments):
        word = _call(builder, f"llvm.vector.reduce.or.v{WIDTH}i64", INT, *arguments)
        return builder.icmp_unsigned("!=", word, INT(0))

    return types.boolean(vector), generate


@overload(bool)
def _(vector):
    return (lambda vector: _any_of(vector)) if vector is VECTOR else None


@intrinsic
def majority(typing, a, b, c):
    """Return the bits set in at least two of three, by one instruction; LLVM would use more."""

    def generate(context, builder, signature, arguments):
        table = ir.IntType(32)(0b11101000)  # the results for the bits 111, 110, ... 000
        return _call(builder, "llvm.x86.avx512.pternlog.q.512", LANES, *arguments, table)

    return VECTOR(a, b, c), generate


@intrinsic
def as_words(typing, arrays):
    """Return an array as vectors in the same memory, or each of the arrays of a named tuple."""

    def data_of(context, builder, kind, array):
        data = context.make_array(kind)(context, builder, array).data
        return builder.bitcast(data, LANES.as_pointer())

    def generate(context, builder, signature, arguments):
        if isinstance(arrays, types.Array):
            return data_of(context, builder, arrays, arguments[0])
        parts = cgutils.unpack_tuple(builder, arguments[0])
        typed = zip(arrays, parts, strict=True)
        pointers = [data_of(context, builder, kind, part) for kind, part in typed]
        return context.make_tuple(builder, signature.return_type, pointers)

    if isinstance(arrays, types.Array):
        return WORDS(arrays), generate
    return types.NamedUniTuple(WORDS, len(arrays), arrays.instance_class)(arrays), generate


@intrinsic
def _read(typing, words, row):
    def generate(context, builder, signature, arguments):
        return builder.load(builder.gep(arguments[0], [arguments[1]]), align=8 * WIDTH)

    return VECTOR(words, row), generate


@intrinsic
def _write(typing, words, row, vector):
    def generate(context, builder, signature, arguments):
        words, row, vector = arguments
        builder.store(vector, builder.gep(words, [row]), align=8 * WIDTH)
        return context.get_dummy_value()

    return types.none(words, row, vector), generate


@overload(operator.getitem)
def _(words, row):
    return (lambda words, row: _read(words, row)) if words is WORDS else None


@overload(operator.setitem)
def _(words, row, vector):
    return (lambda words, row, vector: _write(words, row, vector)) if words is WORDS else None
