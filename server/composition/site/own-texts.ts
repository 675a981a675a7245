// The texts that a deployment puts on its public pages: its prices, and its own privacy notice and terms. Plain files in a folder:
// `# title`, then what the page begins with, then `## heading` and paragraphs; lines that begin with `- ` are a list.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '../../kernel/language.ts'

/** The pages that can have a text of the deployment; without one there is no page about prices, and ours about the rest. */
export const ownPages = ['prices', 'privacy', 'terms'] as const
export type OwnPage = (typeof ownPages)[number]

/** Trusted HTML. `{contacts}` stands for how to reach the team. */
export type OwnText = { title: string; lead: string; sections: string }
/** By page and language. A page has its text in every language, or in none. */
export type OwnTexts = ReadonlyMap<OwnPage, Readonly<Record<Language, OwnText>>>

/**
 * Reads `<page>.<language>.txt` for all pages. @param directory as in SITE_TEXTS; undefined: no texts.
 * @throws Error that names the file that is missing or has no title, or that there are none.
 */
export function readOwnTexts(directory: string | undefined): OwnTexts {
  const texts = new Map<OwnPage, Record<Language, OwnText>>()
  if (directory === undefined) return texts
  for (const page of ownPages) {
    const files = languages.map((language) => [language, join(directory, `${page}.${language}.txt`)] as const)
    if (!files.some(([, file]) => existsSync(file))) continue
    texts.set(page, Object.fromEntries(files.map(([language, file]) => [language, readText(file)])) as never)
  }
  if (texts.size === 0) throw new Error(`SITE_TEXTS: ${directory} has no text such as prices.fr.txt`)
  return texts
}

function readText(file: string): OwnText {
  if (!existsSync(file)) throw new Error(`SITE_TEXTS: ${file} is missing: a page needs both languages`)
  const [first = '', ...sections] = readFileSync(file, 'utf8').split(/^## /m)
  const [, title, lead = ''] = /^\s*# ([^\n]+)\n?([\s\S]*)$/.exec(first) ?? []
  if (title === undefined) throw new Error(`SITE_TEXTS: ${file} must begin with a title, such as "# Prices"`)
  return {
    title: escaped(title.trim()),
    lead: escaped(lead.trim().replace(/\s+/g, ' ')),
    sections: sections.map(sectionHtml).join('\n'),
  }
}

function sectionHtml(text: string): string {
  const [heading = '', ...lines] = text.split('\n')
  const blocks = lines
    .join('\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
  return `<h2>${escaped(heading.trim())}</h2>${blocks.filter(Boolean).map(blockHtml).join('')}`
}

function blockHtml(block: string): string {
  if (!block.startsWith('- ')) return `<p>${escaped(block.replace(/\s+/g, ' '))}</p>`
  const items = block.split(/^- /m).filter(Boolean)
  return `<ul>${items.map((item) => `<li>${escaped(item.trim().replace(/\s+/g, ' '))}</li>`).join('')}</ul>`
}

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
