// Birth dates as lists write them, as precise as they are: YYYY, YYYY-MM or YYYY-MM-DD.

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const widestRange = 10

/** The years of a range that is narrow enough to say something about a person. */
export function yearsBetween(from: number, to: number): string[] {
  const count = to - from + 1
  return count >= 1 && count <= widestRange
    ? Array.from({ length: count }, (_, year) => String(from + year))
    : []
}

/** `25 Jan 1925`, `Nov. 1973`, `circa 1925`, `1924 to 1926`, `1971-01-01-05:00`, `dd/mm/1965`, `00/00/1975`; none for another text. */
export function datesIn(text: string): string[] {
  const date = text.replace(/\b(?:circa|approximately|about|around|between)\b|^c\./gi, '').trim()
  const range = /^(\d{4}) ?(?:to|and|-|–) ?(\d{4})$/i.exec(date)
  if (range) return yearsBetween(Number(range[1]), Number(range[2]))
  const iso = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:[T+Z-].*)?$/.exec(date)
  if (iso) return [dateOf(iso[1]!, Number(iso[2] ?? 0), Number(iso[3] ?? 0))]
  const numeric = /^(\w{1,2})[/.-](\w{1,2})[/.-](\d{4})$/.exec(date)
  if (numeric) return [dateOf(numeric[3]!, Number(numeric[2]), Number(numeric[1]))]
  const named = /^(?:(\d{1,2})[ -])?(?:([A-Za-z]{3})[a-z]*\.?[ -])?(\d{4})$/.exec(date)
  if (!named) return []
  return [dateOf(named[3]!, months.indexOf((named[2] ?? '').toLowerCase()) + 1, Number(named[1] ?? 0))]
}

/** Leaves out a month or day that is unknown: zero, or no number. */
function dateOf(year: string, month: number, day: number): string {
  if (!(month >= 1 && month <= 12)) return year
  const parts = [year, String(month).padStart(2, '0')]
  return [...parts, ...(day >= 1 && day <= 31 ? [String(day).padStart(2, '0')] : [])].join('-')
}
