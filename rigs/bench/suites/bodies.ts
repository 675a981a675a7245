// The cost of hostile JSON bodies: reading one compared with JSON.parse of the same bytes, and refusing it as an
// order and a sign-in.
import { orderSchema } from '../../../server/cards/orders/schemas.ts'
import type { InvalidBody } from '../../../server/kernel/problem.ts'
import { loginSchema } from '../../../server/merchants/sign-in/login.ts'
import { check } from '../../../server/platform/http/body/body.ts'
import { readJson } from '../../../server/platform/http/body/json.ts'
import { figure, number } from '../figures.ts'
import { level } from '../level.ts'
import type { Options, Section, Suite } from '../suite.ts'
import { bodyShapes } from './body-shapes.ts'

/** A function runs for each value, which costs an order three hundredths of its time, and a body of 2,000 numbers this. */
const maxMs = 3

type Figures = {
  shape: string
  parseUs: number
  readUs: number
  ratio: number
  orderUs: number
  loginUs: number
}

export const suite: Suite = {
  name: 'bodies',
  measure: async (options) => sectionOf(measure(options)),
}

function measure({ seconds, print }: Options): Figures[] {
  const shapes = Object.entries(bodyShapes).map(([shape, text]) => ({ shape, bytes: Buffer.from(text) }))
  const order = orderSchema(() => true)
  const each = (seconds * 1_000) / 60
  // Warms up all shapes first, so that the first one is not charged for compilation.
  for (const { bytes } of shapes) minOf(each, () => readJson(bytes))
  const pairs = pairsOf(shapes, seconds)
  return shapes.map(({ shape, bytes }, i) => {
    print(shape)
    const { parseUs, readUs, ratio } = pairs[i]!
    const refused = (schema: typeof order | typeof loginSchema) => minOf(each, () => refusal(schema, bytes))
    return { shape, parseUs, readUs, ratio, orderUs: refused(order), loginUs: refused(loginSchema) }
  })
}

/**
 * Measures each shape by JSON.parse and then immediately by ours, in a different order each round, so that neither
 * a busy machine nor a regular garbage collection affects always the same shape.
 */
function pairsOf(shapes: { bytes: Buffer }[], seconds: number) {
  const samples = shapes.map((): { parse: number; read: number }[] => [])
  const end = performance.now() + seconds * 2_000
  do {
    for (const at of shapes
      .keys()
      .toArray()
      .sort(() => Math.random() - 0.5)) {
      const { bytes } = shapes[at]!
      const parse = microsecondsOf(() => quietly(() => JSON.parse(bytes.toString())))
      samples[at]!.push({ parse, read: microsecondsOf(() => readJson(bytes)) })
    }
  } while (performance.now() < end)
  return samples.map((all) => ({
    parseUs: figure(all.map(({ parse }) => parse)).least,
    readUs: figure(all.map(({ read }) => read)).least,
    ratio: figure(all.map(({ parse, read }) => read / parse)).median,
  }))
}

function microsecondsOf(work: () => unknown): number {
  const start = performance.now()
  for (let i = 0; i < 4; i += 1) work()
  return ((performance.now() - start) / 4) * 1_000
}

/** The shortest of many runs in microseconds, which excludes other work on the machine. */
function minOf(milliseconds: number, work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  const end = performance.now() + milliseconds
  do {
    const start = performance.now()
    for (let i = 0; i < 4; i += 1) work()
    least = Math.min(least, (performance.now() - start) / 4)
  } while (performance.now() < end)
  return least * 1_000
}

function quietly(work: () => unknown): unknown {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** The complete processing of a refused body, up to the text of the refusal. */
function refusal(schema: Parameters<typeof check>[0], bytes: Buffer): string {
  const read = readJson(bytes)
  if (read.kind !== 'value') return read.kind
  try {
    return JSON.stringify(check(schema, read.value, 'body'))
  } catch (error) {
    return JSON.stringify((error as InvalidBody).faults)
  }
}

function sectionOf(figures: Figures[]): Section {
  // A body that JSON.parse rejects at its first character is no measure of reading a whole body.
  const whole = figures.filter(
    ({ shape }) => quietly(() => JSON.parse(bodyShapes[shape] as string)) !== undefined,
  )
  const worst = whole.toSorted((a, b) => b.ratio - a.ratio)[0] as Figures
  const maxUs = Math.max(...figures.map(({ readUs }) => readUs))
  return {
    title: 'Hostile bodies',
    about:
      `Bodies of 64 KiB. Reading includes UTF-8, the budget of 2,000 values and 32 levels, duplicate keys and the digits of numbers; JSON.parse includes making text of the bytes. ` +
      `Orders and sign-ins are read, checked, and refused in JSON. The worst ratio is that of ${worst.shape}. Ratios are medians of pairs, each time is the shortest of many.`,
    columns: ['body', 'JSON.parse, us', 'reading, us', 'ratio', 'order refused, us', 'sign-in refused, us'],
    rows: figures.map(({ shape, parseUs, readUs, ratio, orderUs, loginUs }) => [
      shape,
      number(parseUs, 0),
      number(readUs, 0),
      number(ratio, 2),
      number(orderUs, 0),
      number(loginUs, 0),
    ]),
    // The levels have the worst of them.
    pageRows: [],
    levels: [level('reading a hostile body', figure([maxUs / 1_000]), { atMost: maxMs, unit: 'ms' })],
    figures,
  }
}
