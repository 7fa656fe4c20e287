/**
 * The parts of protobuf that appends and events take. The client's own messages are made by google-protobuf, which keeps
 * every field in an array of arrays, and texts as base64 on their way: several times the price of the bytes themselves.
 */

const NUMBER = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5

/** A message, or a part of one: what stands one after the other. */
export type Parts = readonly Uint8Array[]

/** A field of bytes, or of a message or a text that is encoded already. */
export function bytesField(field: number, ...parts: Parts): Parts {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return [Uint8Array.from([...varint((field << 3) | BYTES), ...varint(length)]), ...parts]
}

/** A field of text. */
export function textField(field: number, text: string): Parts {
  return bytesField(field, Buffer.from(text))
}

/** A field of a whole number that is not negative. */
export function numberField(field: number, value: number): Parts {
  return [Uint8Array.from([...varint((field << 3) | NUMBER), ...varint(value)])]
}

function varint(value: number): readonly number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80)
  bytes.push(rest)
  return bytes
}

/**
 * Reads the fields of a message one after the other.
 *
 * @throws RangeError when it ends within one
 */
export class MessageReader {
  readonly #bytes: Buffer
  #at = 0
  #kind = NUMBER

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** The number of the next field, which is then read or skipped; 0 at the end. */
  next(): number {
    if (this.#at >= this.#bytes.length) return 0
    const tag = this.#small()
    this.#kind = tag & 7
    return tag >>> 3
  }

  /** A field's bytes: a part of those that are read, not a copy. */
  bytes(): Buffer {
    const length = this.#small()
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('a message ends within a field')
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return part
  }

  /** A field that is a message. */
  message(): MessageReader {
    return new MessageReader(this.bytes())
  }

  text(): string {
    return this.bytes().toString()
  }

  /** A number of 64 bits without a sign. */
  number(): bigint {
    const start = this.#at
    let low = 0
    let factor = 1
    // Seven bytes hold 49 bits, which a number holds exactly.
    for (let read = 0; read < 7; read++, factor *= 128) {
      const byte = this.#byte()
      low += (byte & 0x7f) * factor
      if (byte < 0x80) return BigInt(low)
    }
    let high = 0n
    for (let shift = 49n; this.#at - start < 10; shift += 7n) {
      const byte = this.#byte()
      high |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, high | BigInt(low))
    }
    throw new RangeError('a number of a message has more than 64 bits')
  }

  /** Passes over a field. */
  skip(): void {
    switch (this.#kind) {
      case NUMBER:
        this.number()
        break
      case FIXED_64:
        this.#at += 8
        break
      case BYTES:
        this.bytes()
        break
      case FIXED_32:
        this.#at += 4
        break
      default:
        throw new RangeError('a message holds a field of an unknown kind')
    }
  }

  #small(): number {
    return Number(this.number())
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++]
    if (byte === undefined) throw new RangeError('a message ends within a number')
    return byte
  }
}
