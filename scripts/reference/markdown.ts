// A page of the reference as Markdown, made from its HTML, so that both say the same.
import Turndown from 'turndown'
import { markdownHref } from '../guides/markdown.ts'

const languages: Readonly<Record<string, string>> = {
  curl: 'sh',
  JavaScript: 'js',
  PHP: 'php',
  Python: 'python',
}

const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  .addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) =>
      ` ${content
        .replaceAll('|', '\\|')
        .replace(/\s*\n\s*/g, ' ')
        .trim()} |`,
  })
  .addRule('row', {
    filter: 'tr',
    replacement: (content, node) =>
      `|${content}\n${node.parentNode?.nodeName === 'THEAD' ? `|${' --- |'.repeat(node.childNodes.length)}\n` : ''}`,
  })
  .addRule('rows', { filter: ['thead', 'tbody'], replacement: (content) => content })
  .addRule('table', { filter: 'table', replacement: (content) => `\n\n${content}\n\n` })
  .addRule('paragraph of an entry', {
    filter: (node) => node.nodeName === 'P' && node.parentNode?.nodeName === 'LI',
    replacement: (content) => `\n${content}\n`,
  })
  .addRule('link', {
    filter: 'a',
    replacement: (content, node) => {
      const href = (node as Element).getAttribute('href') ?? ''
      // A heading is a link to itself on the page.
      if (/^H\d$/.test(node.parentNode?.nodeName ?? '')) return content
      return `[${content}](${/^\/(docs|guides)\//.test(href) ? markdownHref(href) : href})`
    },
  })
  .addRule('code with its caption', {
    filter: 'figure',
    replacement: (_, node) => {
      const figure = node as Element
      const caption = figure.querySelector('figcaption')?.textContent ?? ''
      const code = figure.querySelector('code')?.textContent ?? ''
      return `\n\n**${caption}**\n\n\`\`\`${languages[caption] ?? 'json'}\n${code}\n\`\`\`\n\n`
    },
  })
  .addRule('folded errors', {
    filter: 'summary',
    replacement: (content) => `\n\n### ${content}\n\n`,
  })

/** @param html of the page's content. */
export const markdownOf = (html: string): string => `${turndown.turndown(html)}\n`
