// Renders the Markdown of docs/ as HTML: headings with anchors, scrollable tables and code, links to pages.
import { Marked, type Token, type Tokens } from 'marked'
import type { Language } from './guide-texts.ts'
import { escapeHtml, highlight } from './highlight.ts'
import { typeset } from './typography.ts'

export type Heading = { depth: number; text: string; anchor: string }
export type Rendered = { html: string; title: string; headings: Heading[]; lead: string }

/**
 * @param how.language decides the typography.
 * @param how.cards shows each entry of a list, a link and a sentence, as a card.
 * @param how.linkTo resolves a link in this document; throws for a broken one.
 */
export function render(
  markdown: string,
  how: { table: string; language: Language; cards?: boolean; linkTo: (href: string) => string },
): Rendered {
  const headings: Heading[] = []
  const shown = (text: string) => typeset(plain(text), how.language)
  let title = ''
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === 'text' && !token.tokens) token.text = typeset(token.text, how.language)
    },
    renderer: {
      heading({ tokens, depth, text }) {
        if (depth === 1) {
          title = shown(text)
          return ''
        }
        const anchor = anchorOf(text)
        headings.push({ depth, text: shown(text), anchor })
        return `<h${depth} id="${anchor}"><a href="#${anchor}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`
      },
      code: ({ text, lang = '' }) =>
        `<div class="code"><pre tabindex="0"><code>${highlight(text, lang)}</code></pre></div>\n`,
      link({ href, tokens }) {
        const target = how.linkTo(href)
        const language = /^\/guides\/(en|fr)\b/.exec(target)?.[1]
        const foreign = /^https?:/.test(target) ? ' rel="noreferrer"' : ''
        return `<a href="${escapeHtml(target)}"${language ? ` hreflang="${language}"` : ''}${foreign}>${this.parser.parseInline(tokens)}</a>`
      },
      list(token) {
        return how.cards ? cards(token, (tokens) => this.parser.parseInline(tokens)) : false
      },
      html: ({ text }) => protectedHtml(text),
      table(token) {
        return `<div class="wide" role="group" tabindex="0" aria-label="${how.table}"><table>${tableRows(
          token,
          {
            inline: (cell) => this.parser.parseInline(cell.tokens),
            // A question needs no colon.
            label: (heading) =>
              typeset(
                plain(/\?$/.test(heading) ? heading : `${heading}${colons[how.language]}`),
                how.language,
              ),
          },
        )}</table></div>\n`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  const [, lead = ''] = /^# [^\n]*\n+([^\n]+(?:\n[^\n]+)*)/.exec(markdown) ?? []
  return { html, title, headings, lead: shown(lead) }
}

/** Each entry of the list is a link, a colon and a sentence. */
function cards({ items }: Tokens.List, inline: (tokens: Token[]) => string): string {
  const entries = items.map(({ tokens: [text] }) => {
    const [link, ...rest] = (text as Tokens.Text).tokens ?? []
    if (link?.type !== 'link') throw new Error('an entry of the index begins with its link')
    return `<li>${inline([link])}<p>${inline(rest).replace(/^[\s\u00a0]*:\s*/, '')}</p></li>`
  })
  return `<ul class="cards">${entries.join('\n')}</ul>\n`
}

/** What separates a label from its value. */
const colons: Record<Language, string> = { fr: ' :', en: ':' }

type Cells = { inline: (cell: Tokens.TableCell) => string; label: (heading: string) => string }

function tableRows({ header, rows }: Tokens.Table, { inline, label }: Cells): string {
  const headed = header.map((cell) =>
    cell.text ? `<th scope="col">${inline(cell)}</th>` : `<td>${inline(cell)}</td>`,
  )
  // A table with empty headings is a list of pairs.
  const head = header.some(({ text }) => text !== '') ? `<thead><tr>${headed.join('')}</tr></thead>` : ''
  // A phone shows the cells of a row below each other, so with three or more columns each cell but the first has a
  // label.
  const labelOf = (column: number) =>
    header.length > 2 && column > 0 && header[column]?.text
      ? ` data-label="${escapeHtml(label(header[column].text))}"`
      : ''
  const cells = (row: Tokens.TableCell[]) =>
    row.map((cell, column) => `<td${labelOf(column)}>${inline(cell)}</td>`).join('')
  return `${head}<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody>`
}

/** Removes comments, which are for authors. The only allowed tag is a line break in a table cell. */
function protectedHtml(html: string): string {
  if (/^\s*<!--[\s\S]*-->\s*$/.test(html)) return ''
  if (html === '<br>') return html
  throw new Error(`unsupported tag in a guide: ${html}`)
}

/** The anchor that links use for a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
}
