// Pages as Markdown, for agents and for whoever reads in an editor.

/** A page that was built, at its address and as Markdown at the address with `.md`. */
export type BuiltPage = {
  href: string
  language: 'fr' | 'en'
  kind: 'guide' | 'error' | 'reference' | 'admin'
  title: string
  /** What the page is about, in a sentence or two. */
  lead: string
  markdown: string
  /** The headings of the page in their order, each with its anchor. Two headings of a page may read the same. */
  anchors: readonly (readonly [heading: string, anchor: string])[]
}

/** The address of the same page as Markdown. @param href may have an anchor. */
export const markdownHref = (href: string) => href.replace(/^([^#]+)/, '$1.md')

/** A document of docs/ as it is published: its links lead to the Markdown of other pages, and the notes for authors are gone. */
export function published(markdown: string, linkTo: (href: string) => string): string {
  const linked = (text: string) =>
    text.replace(/<!--[\s\S]*?-->\n*/g, '').replace(/\]\(([^)\s]+)\)/g, (_, href: string) => {
      const target = linkTo(href)
      return `](${target.startsWith('/') ? markdownHref(target) : target})`
    })
  // Code stays as it is: what looks like a link there is none.
  return markdown
    .split(/^(```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 0 ? linked(part) : part))
    .join('')
}
