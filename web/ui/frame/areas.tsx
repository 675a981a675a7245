// The areas of a menu: one with its pages below it in the menu, and on a narrow screen the pages at the head of each of them.
import { useEffect, useRef, useState } from 'preact/hooks'
import { uiTexts } from '../language/texts.ts'
import { type Areas, type Navigation, type NavigationLink, PlaceLink, type Whereabouts } from './places.tsx'
import { Drawing, isAt } from './tabs.tsx'

/** Strokes of 24 by 24. */
const unfold = 'm9 6 6 6-6 6'

/** Whether one of the pages is shown, or one below it. */
const isIn = (pages: readonly NavigationLink[], path: string, start: string) =>
  pages.some(({ href }) => isAt(href, path, start))

/** The pages of an area are shown while one of them is open, and when the user unfolds them. */
function Area({
  area,
  pages,
  ...whereabouts
}: { area: NavigationLink; pages: readonly NavigationLink[] } & Whereabouts) {
  const { path, start, chosen } = whereabouts
  const isHere = isIn(pages, path, start)
  const [chosenOpen, setOpen] = useState<boolean>()
  useEffect(() => setOpen(undefined), [path])
  const isOpen = chosenOpen ?? isHere
  // The pages show their own counts once they are in sight.
  const count = isOpen ? 0 : pages.reduce((sum, page) => sum + (page.count ?? 0), 0)
  return (
    <li>
      <div class="area">
        <PlaceLink of={{ ...area, count }} current={isHere ? 'true' : undefined} chosen={chosen} />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={uiTexts().labelled('Pages', area.label)}
          onClick={() => setOpen(!isOpen)}
        >
          <Drawing of={unfold} />
        </button>
      </div>
      <ul hidden={!isOpen}>
        {pages.map((page) => (
          <li key={page.href}>
            <PlaceLink
              of={page}
              current={isAt(page.href, path, start) ? 'page' : undefined}
              chosen={chosen}
            />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** The pages of the open area, at the head of each of them on a narrow screen, whose menu is closed. */
function AreaPages({ of, path }: { of: Navigation; path: string }) {
  const strip = useRef<HTMLElement>(null)
  const area = of.flatMap(({ links }) => links).find(({ pages }) => pages?.some(({ href }) => href === path))
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (strip.current && current)
      strip.current.scrollLeft = current.offsetLeft - (strip.current.clientWidth - current.offsetWidth) / 2
  }, [path, area?.label])
  if (!area) return null
  return (
    <nav class="area-pages" ref={strip} aria-label={area.label}>
      {area.pages
        ?.filter(({ beside }) => !beside)
        .map((page) => (
          <PlaceLink
            key={page.href}
            of={page}
            current={page.href === path ? 'page' : undefined}
            chosen={() => {}}
          />
        ))}
    </nav>
  )
}

export const areas: Areas = { Area, AreaPages }
