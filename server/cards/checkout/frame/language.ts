import type { FastifyRequest } from 'fastify'
import type { Language } from '../../../kernel/language/language.ts'

/**
 * Picks the page language: `?lang=` first, then the language of the payment link, then the browser's preference, then
 * French.
 */
export function languageOf(request: FastifyRequest, locale?: Language | null): Language {
  const requested = (request.query as { lang?: unknown } | null)?.lang
  if (requested === 'fr' || requested === 'en') return requested
  if (locale) return locale
  const preferred = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => {
      const [tag, quality] = part.trim().split(';q=')
      return {
        language: (tag ?? '').slice(0, 2).toLowerCase(),
        quality: quality === undefined ? 1 : Number(quality),
      }
    })
    .filter(({ language, quality }) => (language === 'fr' || language === 'en') && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return (preferred[0]?.language as Language | undefined) ?? 'fr'
}
