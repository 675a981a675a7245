import { catalogue } from '../ui/language.ts'

const texts = catalogue({ fr: {}, en: {} })

export function signatureCause(cause: string): string {
  const known: Readonly<Record<string, string>> = texts()
  return known[cause] ?? cause
}
