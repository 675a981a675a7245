import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorFolder } from '../errors/folder.ts'
import { languages } from './guide-texts.ts'
import { render } from './markup.ts'
import { typeset, typesetHtml } from './typography.ts'

test.each([
  ["l'adresse : 10 000 USD ; oui ?", 'l’adresse\u00a0: 10\u202f000\u00a0USD\u202f; oui\u202f?'],
  ['« Payé » en 15 secondes', '«\u00a0Payé\u00a0» en 15\u00a0secondes'],
  ['1 000 000 CDF, 64 Kio, 3,5 %', '1\u202f000\u202f000\u00a0CDF, 64\u00a0Kio, 3,5\u00a0%'],
  ['la carte 4242 4242 4242 4242 réussit', 'la carte 4242 4242 4242 4242 réussit'],
  ['le statut 429 et 24 hôtes', 'le statut 429 et 24 hôtes'],
])('French text is set with its own spaces and apostrophes: %s', (typed, shown) => {
  expect(typeset(typed, 'fr')).toBe(shown)
})

test.each([
  ["a merchant's 24 hours", 'a merchant’s 24\u00a0hours'],
  ["two merchants' keys - and one more", 'two merchants’ keys – and one more'],
  ['the "ready" line', 'the “ready” line'],
  ['at most 100 USD; why?', 'at most 100\u00a0USD; why?'],
])('English text is set with apostrophes, en dashes and unbroken amounts: %s', (typed, shown) => {
  expect(typeset(typed, 'en')).toBe(shown)
})

test('tags, code and pictures are left as they are', () => {
  const html = `<p title="d'une : 1 USD">l'eau <code>l'x : 1 USD</code> d'ici</p><svg><path d="M1 200 ; l'a"/></svg><pre><code>a ; b</code></pre>`
  expect(typesetHtml(html, 'fr')).toBe(html.replace("l'eau", 'l’eau').replace("d'ici", 'd’ici'))
})

/** What a reader sees of a rendered document, without code. */
const proseOf = (html: string) =>
  html
    .replace(/<(pre|code)\b[\s\S]*?<\/\1>/g, 'code')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&quot;', '"')

test.each(languages)(
  'no document in %s is shown with typewriter apostrophes, quotes, dashes or spaces',
  (language) => {
    const folders = [`docs/guides/${language}`, errorFolder(language)]
    const files = folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`),
    )
    const wrong = files.flatMap((file) => {
      const { html } = render(readFileSync(file, 'utf8'), { table: '', language, linkTo: (href) => href })
      const typewriter = /[\p{L}\d]'|'[\p{L}]|"| --? |\d (?:USD|CDF)\b/u
      const french = / [;:?!»]|« |\d \d{3}(?!\d)/
      return proseOf(html)
        .split('\n')
        .filter((line) => typewriter.test(line) || (language === 'fr' && french.test(line)))
        .map((line) => `${file}: ${line}`)
    })
    expect(wrong).toEqual([])
  },
)

test('the French documents have one word for what the merchants see: no portail or carte d’essai', () => {
  for (const folder of ['docs/guides/fr', 'docs/errors/fr'])
    for (const name of readdirSync(folder))
      expect([
        name,
        readFileSync(`${folder}/${name}`, 'utf8').match(/\bportail|d'essai|requête de passage/i),
      ]).toEqual([name, null])
})
