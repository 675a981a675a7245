// Identifiers of existing resources, gathered from responses, so that requests get past the 404.

export const naming: ReadonlySet<string> = new Set([
  'id',
  'code',
  'reference',
  'cs_payment_id',
  'transaction_uuid',
  'transaction_id',
  'merchant_code',
  'phone',
])
const stored = 30

export type Names = {
  /** Stores the identifiers in a response to `path`. */
  learn(path: string, body: unknown): void
  /** One of the identifiers that `name` may have below a path. */
  pick(name: string, below: string, number: number): string | undefined
}

/** @param fixed parameters with a single usable identifier. */
export function openNames(fixed: Readonly<Record<string, string>>): Names {
  const known = new Map<string, string[]>()
  const store = (key: string, value: string) => {
    const values = known.get(key) ?? []
    if (values.includes(value)) return
    known.set(key, [...values, value].slice(-stored))
  }
  function learn(path: string, body: unknown, depth = 0): void {
    if (typeof body !== 'object' || body === null || depth > 6) return
    for (const [key, value] of Object.entries(body)) {
      if (typeof value === 'object') learn(path, value, depth + 1)
      if (!naming.has(key) || (typeof value !== 'string' && typeof value !== 'number')) continue
      for (const at of [key, `${path} ${key}`, `${path} any`]) store(at, String(value))
    }
  }
  return {
    learn,
    pick(name, below, number) {
      if (name in fixed) return fixed[name]
      const values = known.get(`${below} ${name}`) ?? known.get(`${below} any`) ?? known.get(name) ?? []
      return values[number % values.length]
    },
  }
}
