// Small images in the formats of logos, made for tests.
import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG file. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG of one colour. @param extra chunks before the image data. */
export function pngImage(width: number, height: number, colour = [11, 98, 92], extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()])
  const rows = height > 4_000 ? Buffer.alloc(1) : Buffer.concat(Array.from({ length: height }, () => row))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const segment = (marker: number, data: Buffer) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return Buffer.concat([Buffer.of(0xff, marker), length, data])
}

/** The structure of a JPEG file; its scans hold no real image. @param extra segments before the frame. */
export function jpegImage(
  width: number,
  height: number,
  extra: [marker: number, data: Buffer][] = [],
): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const scan = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]))
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...extra.map(([marker, data]) => segment(marker, data)),
    segment(0xc2, frame),
    scan,
    Buffer.of(1, 2, 0xff, 0, 3, 0xff, 0xd0, 4),
    segment(0xc4, Buffer.from([0, 1])),
    scan,
    Buffer.of(5, 6, 0xff, 0xd9),
  ])
}

/** A part of a WebP file. */
export function webpPart(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)])
}

export function webpFile(...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), length, body])
}

/** The image part of a WebP file, lossy or lossless. */
export function webpPixels(width: number, height: number, kind: 'VP8 ' | 'VP8L' = 'VP8 '): Buffer {
  const data =
    kind === 'VP8 ' ? Buffer.from('1000009d012a00000000ffff', 'hex') : Buffer.from('2f000000000102', 'hex')
  if (kind === 'VP8 ') {
    data.writeUInt16LE(width, 6)
    data.writeUInt16LE(height, 8)
  } else data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return webpPart(kind, data)
}
