// The HTML frame of the home page and of the page for unknown addresses.
import type { Language } from '../guides/guide-texts.ts'
import { escapeHtml } from '../guides/highlight.ts'
import { markPath, markSize } from '../pages/build-icon.ts'
import { siteTexts } from './home-texts.ts'
import { identityTags, installTags } from './identity.ts'

/** Addresses of the style sheets. */
export type Assets = Record<'home' | 'missing' | 'text', string>

/** The mark, in the colour of the surrounding text. */
export const logo = `<svg viewBox="0 0 ${markSize} ${markSize}" width="28" height="28" aria-hidden="true"><path d="${markPath}" fill="currentColor"/></svg>`

type View = {
  language: Language
  assets: Assets
  title: string
  /** Trusted HTML. */
  body: string
  head?: string
  style: keyof Assets
}

/** A page without scripts. */
export function sitePage({ language, assets, title, body, head = '', style }: View): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
${head}
${identityTags}
${installTags}
<link rel="stylesheet" href="${assets[style]}">
</head>
<body>
${body}
</body>
</html>
`
}

/** The page that browsers get for an unknown address. */
export function notFoundPage(language: Language, assets: Assets): string {
  const t = siteTexts[language]
  const links = [
    [`/guides/${language}`, t.guides],
    [`/docs/${language}`, t.reference],
    ['/portal', t.signIn],
  ].map(([href, label]) => `<li><a href="${href}">${label}</a></li>`)
  const body = `<main id="content">
<p class="brand">${logo}<span>Likuta</span></p>
<p class="code" aria-hidden="true">4<i></i>4</p>
<h1>${t.notFound.title}</h1>
<p>${t.notFound.text}</p>
<p><a class="button" href="/?lang=${language}">${t.notFound.home}</a></p>
<ul>${links.join('')}</ul>
</main>`
  return sitePage({
    language,
    assets,
    title: `${t.notFound.title} · Likuta`,
    body,
    head: '<meta name="robots" content="noindex">',
    style: 'missing',
  })
}
