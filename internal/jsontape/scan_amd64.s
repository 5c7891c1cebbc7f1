//go:build !purego

#include "textflag.h"

#define VECTOR(name, v) \
	DATA name<>+0x00(SB)/8, $v; \
	DATA name<>+0x08(SB)/8, $v; \
	DATA name<>+0x10(SB)/8, $v; \
	DATA name<>+0x18(SB)/8, $v; \
	GLOBL name<>(SB), RODATA|NOPTR, $32

#define TABLE(name, lo, hi) \
	DATA name<>+0x00(SB)/8, $lo; \
	DATA name<>+0x08(SB)/8, $hi; \
	DATA name<>+0x10(SB)/8, $lo; \
	DATA name<>+0x18(SB)/8, $hi; \
	GLOBL name<>(SB), RODATA|NOPTR, $32

VECTOR(quotes, 0x2222222222222222)
VECTOR(backslashes, 0x5c5c5c5c5c5c5c5c)
VECTOR(controls, 0x1f1f1f1f1f1f1f1f)
VECTOR(nibbles, 0x0f0f0f0f0f0f0f0f)
VECTOR(digitBits, 0x7070707070707070)
VECTOR(caseBits, 0x2020202020202020)
VECTOR(lettersU, 0x7575757575757575)
VECTOR(lettersD, 0x6464646464646464)
VECTOR(sevens, 0x3737373737373737)
VECTOR(lettersB, 0x6262626262626262)
VECTOR(thirds, 0x6060606060606060)
VECTOR(fourths, 0x7070707070707070)
VECTOR(highBits, 0x8080808080808080)

// What the high and the low nibble of a byte have in common says what the byte
// is: bits 0 to 3, that it may follow a backslash, bits 4 to 6, that it is a
// hexadecimal digit. TestEachByte holds them against the tables in Go.
TABLE(classHigh, 0x0844022010010000, 0x0000000000000000)
TABLE(classLow, 0x10747878707d7010, 0x0104000200001010)

// The errors of UTF-8 that the high nibble of a byte, its low nibble, and the
// high nibble of the byte after it leave possible (J. Keiser, D. Lemire,
// "Validating UTF-8 in less than one instruction per byte", 2021): bit 0 too
// short, 1 too long, 2 overlong in 3, 3 too large, 4 surrogate, 5 overlong in 2,
// 6 overlong in 4 or too large, 7 two continuations.
TABLE(firstHigh, 0x0202020202020202, 0x4915012180808080)
TABLE(firstLow, 0xcbcbcb8b8383a3e7, 0xcbcbdbcbcbcbcbcb)
TABLE(secondHigh, 0x0101010101010101, 0x01010101babaaee6)

// MASK makes 64 bits of the high bits of two vectors.
#define MASK(lo, hi, out, tmp) \
	VPMOVMSKB lo, out; \
	VPMOVMSKB hi, tmp; \
	SHLQ      $32, tmp; \
	ORQ       tmp, out

// CLASS looks up the class of the bytes of v.
#define CLASS(v, out) \
	VPSRLW  $4, v, Y8; \
	VPAND   nibbles<>(SB), Y8, Y8; \
	VPSHUFB Y8, Y6, Y8; \
	VPSHUFB v, Y7, out; \
	VPAND   Y8, out, out

// UTF8 gives the errors of the bytes of v, which stand after those of prev.
#define UTF8(prev, v, out) \
	VPERM2I128 $0x21, v, prev, Y8; \
	VPALIGNR   $15, Y8, v, Y9; \
	VPSRLW     $4, Y9, Y6; \
	VPAND      Y13, Y6, Y6; \
	VMOVDQU    firstHigh<>(SB), Y7; \
	VPSHUFB    Y6, Y7, out; \
	VPAND      Y13, Y9, Y9; \
	VMOVDQU    firstLow<>(SB), Y7; \
	VPSHUFB    Y9, Y7, Y6; \
	VPAND      Y6, out, out; \
	VPSRLW     $4, v, Y6; \
	VPAND      Y13, Y6, Y6; \
	VMOVDQU    secondHigh<>(SB), Y7; \
	VPSHUFB    Y6, Y7, Y6; \
	VPAND      Y6, out, out; \
	VPALIGNR   $14, Y8, v, Y6; \
	VPSUBUSB   thirds<>(SB), Y6, Y6; \
	VPALIGNR   $13, Y8, v, Y7; \
	VPSUBUSB   fourths<>(SB), Y7, Y7; \
	VPOR       Y6, Y7, Y6; \
	VPAND      highBits<>(SB), Y6, Y6; \
	VPXOR      Y6, out, out

// func scan(data *byte, n, from int) (end int, flags uint64)
//
// 64 bytes at a time. SI is where they stand, DI the start and DX the end of the
// data. What one chunk leaves to the next: R9 is 1 where its first byte is
// escaped, R10 is not 0 where it must look at escapes, Y2 has the last 32 bytes;
// on the stack, as bits from its first byte on: u1 a first digit after \u, u2 a
// second one after a d, digits where digits must stand, low where the second digit of a low
// surrogate must stand; beyond, the last high bits of bytes.
TEXT ·scan(SB), NOSPLIT, $40-40
	MOVQ    data+0(FP), DI
	MOVQ    n+8(FP), DX
	MOVQ    from+16(FP), SI
	ADDQ    DI, DX
	ADDQ    DI, SI
	XORL    R8, R8
	XORL    R9, R9
	XORL    R10, R10
	MOVQ    R8, u1-8(SP)
	MOVQ    R8, u2-16(SP)
	MOVQ    R8, digits-24(SP)
	MOVQ    R8, low-32(SP)
	MOVQ    R8, beyond-40(SP)
	VPXOR   Y2, Y2, Y2
	VMOVDQU quotes<>(SB), Y10
	VMOVDQU backslashes<>(SB), Y11
	VMOVDQU controls<>(SB), Y12

next:
	LEAQ 64(SI), AX
	CMPQ AX, DX
	JA   last

chunk:
	VMOVDQU  (SI), Y0
	VMOVDQU  32(SI), Y1
	VPCMPEQB Y10, Y0, Y3
	VPCMPEQB Y10, Y1, Y4
	MASK(Y3, Y4, AX, R11)    // quotes
	VPCMPEQB Y11, Y0, Y3
	VPCMPEQB Y11, Y1, Y4
	MASK(Y3, Y4, BX, R11)    // backslashes
	VPMINUB  Y12, Y0, Y3
	VPMINUB  Y12, Y1, Y4
	VPCMPEQB Y0, Y3, Y3
	VPCMPEQB Y1, Y4, Y4
	MASK(Y3, Y4, CX, R11)    // control characters
	MASK(Y0, Y1, R11, R12)   // above 0x7f
	MOVQ     BX, R12
	ORQ      R10, R12
	JNZ      escapes
	BLSMSKQ  AX, R15         // up to the first quote
	TESTQ    R15, CX
	JNZ      leave

utf8:
	MOVQ  R11, R12
	ORQ   beyond-40(SP), R12
	JZ    ascii
	MOVQ  R11, R12
	SHRQ  $61, R12
	MOVQ  R12, beyond-40(SP)
	VMOVDQU nibbles<>(SB), Y13
	UTF8(Y2, Y0, Y3)
	UTF8(Y0, Y1, Y4)
	VPXOR Y5, Y5, Y5
	VPCMPEQB Y5, Y3, Y3
	VPCMPEQB Y5, Y4, Y4
	MASK(Y3, Y4, BX, R12)
	NOTQ  BX
	XORL  CX, CX
	TESTQ R15, BX
	SETNE CX
	SHLQ  $2, CX
	ORQ   CX, R8             // BadUTF8
	XORL  CX, CX
	TESTQ R15, R11
	SETNE CX
	SHLQ  $1, CX
	ORQ   CX, R8             // NonASCII

ascii:
	TESTQ   AX, AX
	JNZ     found
	VMOVDQA Y1, Y2
	ADDQ    $64, SI
	JMP     next

escapes:
	TESTQ BX, BX
	JNZ   runs
	MOVQ  R9, R13
	XORL  R9, R9
	JMP   escaped

runs: // R13 becomes the bytes that a backslash escapes, R9 that of the next chunk
	ANDNQ BX, R9, R15
	LEAQ  (R9)(R15*2), R13
	MOVQ  $0xaaaaaaaaaaaaaaaa, R12
	ANDQ  R15, R12
	ANDNQ R12, R13, R12
	ADDQ  R15, R12
	SBBQ  R9, R9
	NEGQ  R9
	SHLQ  $1, R12
	MOVQ  $0x5555555555555555, R15
	XORQ  R15, R12
	ANDQ  R12, R13

escaped:
	ANDNQ   AX, R13, AX
	BLSMSKQ AX, R15
	TESTQ   R15, CX
	JNZ     leave
	XORL    CX, CX
	TESTQ   R15, BX
	SETNE   CX
	ORQ     CX, R8           // Escaped
	VMOVDQU classHigh<>(SB), Y6
	VMOVDQU classLow<>(SB), Y7
	CLASS(Y0, Y3)
	CLASS(Y1, Y4)
	VPXOR   Y5, Y5, Y5
	VPAND   nibbles<>(SB), Y3, Y8
	VPAND   nibbles<>(SB), Y4, Y9
	VPCMPEQB Y5, Y8, Y8
	VPCMPEQB Y5, Y9, Y9
	MASK(Y8, Y9, BX, R12)    // may not follow a backslash
	ANDQ    R13, BX
	TESTQ   R15, BX
	JNZ     leave
	VPCMPEQB lettersU<>(SB), Y0, Y8
	VPCMPEQB lettersU<>(SB), Y1, Y9
	MASK(Y8, Y9, BX, R12)
	ANDQ    R13, BX          // the u of \u
	MOVQ    u1-8(SP), CX
	MOVQ    BX, R12
	ORQ     CX, R12
	ORQ     u2-16(SP), R12
	ORQ     digits-24(SP), R12
	ORQ     low-32(SP), R12
	JNZ     units
	MOVQ    R9, R10
	JMP     utf8

units:
	VPAND    digitBits<>(SB), Y3, Y3
	VPAND    digitBits<>(SB), Y4, Y4
	VPCMPEQB Y5, Y3, Y3
	VPCMPEQB Y5, Y4, Y4
	MASK(Y3, Y4, R13, R12)   // no digits
	LEAQ     (CX)(BX*2), R12 // first digits
	SHRQ     $63, BX
	MOVQ     BX, u1-8(SP)
	MOVQ     digits-24(SP), CX
	ORQ      R12, CX
	LEAQ     (R12*2), BX
	ORQ      BX, CX
	LEAQ     (R12*4), BX
	ORQ      BX, CX
	LEAQ     (R12*8), BX
	ORQ      BX, CX
	ANDQ     R15, CX
	TESTQ    CX, R13
	JNZ      leave
	MOVQ     R12, BX
	SHRQ     $61, BX
	MOVQ     BX, CX
	SHRQ     $1, BX
	ORQ      BX, CX
	SHRQ     $1, BX
	ORQ      BX, CX
	MOVQ     CX, digits-24(SP)
	VMOVDQU  caseBits<>(SB), Y5
	VPOR     Y5, Y0, Y3
	VPOR     Y5, Y1, Y4
	VPCMPEQB lettersD<>(SB), Y3, Y8
	VPCMPEQB lettersD<>(SB), Y4, Y9
	MASK(Y8, Y9, CX, BX)
	ANDQ     R12, CX         // first digits that are d
	MOVQ     u2-16(SP), BX
	LEAQ     (BX)(CX*2), R13 // second digits after a d
	SHRQ     $63, CX
	MOVQ     CX, u2-16(SP)
	MOVQ     R13, BX
	ORQ      low-32(SP), BX
	JZ       paired
	VPCMPGTB lettersB<>(SB), Y3, Y8
	VPCMPGTB lettersB<>(SB), Y4, Y9
	MASK(Y8, Y9, CX, BX)
	ANDQ     R13, CX         // of low surrogates
	VPCMPGTB sevens<>(SB), Y3, Y8
	VPCMPGTB sevens<>(SB), Y4, Y9
	MASK(Y8, Y9, R12, BX)
	ANDQ     R13, R12
	ANDNQ    R12, CX, R12    // of high ones
	ANDQ     R15, R12
	ANDQ     R15, CX
	MOVQ     R12, BX
	SHLQ     $6, BX
	ORQ      low-32(SP), BX
	SHRQ     $58, R12
	MOVQ     R12, low-32(SP)
	XORQ     BX, CX
	TESTQ    AX, AX
	JZ       halves
	ORQ      R12, CX

halves:
	XORL  BX, BX
	TESTQ CX, CX
	SETNE BX
	SHLQ  $3, BX
	ORQ   BX, R8             // LoneSurrogate

paired:
	MOVQ R9, R10
	ORQ  u1-8(SP), R10
	ORQ  u2-16(SP), R10
	ORQ  digits-24(SP), R10
	ORQ  low-32(SP), R10
	JMP  utf8

last: // fewer than 64 bytes are left; those after them are looked at where they are of the same page
	CMPQ SI, DX
	JAE  leave
	MOVQ SI, AX
	ANDQ $4095, AX
	CMPQ AX, $4032
	JLS  chunk

leave:
	MOVQ $-1, SI
	JMP  done

found:
	TZCNTQ AX, AX
	ADDQ   AX, SI
	CMPQ   SI, DX
	JAE    leave
	SUBQ   DI, SI

done:
	VZEROUPPER
	MOVQ SI, end+24(FP)
	MOVQ R8, flags+32(FP)
	RET

// func resolve(dst, src *byte, n int) (in, out int)
//
// SI is where it reads, DI where it writes; the 32 bytes that it writes at once
// stay within n, for what it wrote is never longer than what it read.
TEXT ·resolve(SB), NOSPLIT, $0-40
	MOVQ    dst+0(FP), DI
	MOVQ    src+8(FP), SI
	MOVQ    n+16(FP), DX
	LEAQ    -32(SI)(DX*1), DX
	LEAQ    ·simple(SB), R8
	LEAQ    ·hex(SB), R9
	VMOVDQU backslashes<>(SB), Y11

more:
	CMPQ      SI, DX
	JA        short
	VMOVDQU   (SI), Y0
	VMOVDQU   Y0, (DI)
	VPCMPEQB  Y11, Y0, Y1
	VPMOVMSKB Y1, AX
	TESTL     AX, AX
	JNZ       escape
	ADDQ      $32, SI
	ADDQ      $32, DI
	JMP       more

escape:
	TZCNTL  AX, AX
	ADDQ    AX, SI
	ADDQ    AX, DI
	MOVBLZX 1(SI), BX
	MOVBLZX (R8)(BX*1), CX
	TESTL   CX, CX
	JZ      unit
	MOVB    CX, (DI)
	ADDQ    $2, SI
	INCQ    DI
	JMP     more

unit:
	MOVBLZX 2(SI), AX
	MOVBLZX (R9)(AX*1), CX
	MOVBLZX 3(SI), AX
	MOVBLZX (R9)(AX*1), AX
	SHLL    $4, CX
	ORL     AX, CX
	MOVBLZX 4(SI), AX
	MOVBLZX (R9)(AX*1), AX
	SHLL    $4, CX
	ORL     AX, CX
	MOVBLZX 5(SI), AX
	MOVBLZX (R9)(AX*1), AX
	SHLL    $4, CX
	ORL     AX, CX
	CMPL    CX, $0x80
	JCC     wide
	MOVB    CX, (DI)
	INCQ    DI
	ADDQ    $6, SI
	JMP     more

wide:
	CMPL CX, $0x800
	JCC  wider
	MOVL CX, AX
	SHRL $6, AX
	ORL  $0xc0, AX
	MOVB AX, (DI)
	ANDL $0x3f, CX
	ORL  $0x80, CX
	MOVB CX, 1(DI)
	ADDQ $2, DI
	ADDQ $6, SI
	JMP  more

wider:
	MOVL CX, AX
	ANDL $0xf800, AX
	CMPL AX, $0xd800
	JEQ  short
	MOVL CX, AX
	SHRL $12, AX
	ORL  $0xe0, AX
	MOVB AX, (DI)
	MOVL CX, AX
	SHRL $6, AX
	ANDL $0x3f, AX
	ORL  $0x80, AX
	MOVB AX, 1(DI)
	ANDL $0x3f, CX
	ORL  $0x80, CX
	MOVB CX, 2(DI)
	ADDQ $3, DI
	ADDQ $6, SI
	JMP  more

short:
	VZEROUPPER
	SUBQ src+8(FP), SI
	SUBQ dst+0(FP), DI
	MOVQ SI, in+24(FP)
	MOVQ DI, out+32(FP)
	RET
