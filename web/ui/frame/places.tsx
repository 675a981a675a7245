// The menu's entries: pages, and areas whose pages stand one step below.
import { type ComponentType, Fragment } from 'preact'
import { Drawing, isAt } from './tabs.tsx'

export type NavigationLink = {
  href: string
  label: string
  /** Strokes of 24 by 24. */
  drawing?: string
  /** The number of items waiting on that page. */
  count?: number
  /** A page outside this app, opened in a new tab. */
  beside?: true
  /** The pages of an area, which opens at the first one of them. */
  pages?: readonly NavigationLink[]
}
export type Navigation = readonly { heading?: string; links: readonly NavigationLink[] }[]

/** The current page, and a callback for every choice: choosing the current page also closes the menu. */
export type Whereabouts = { path: string; start: string; chosen: () => void }

/** How an app whose menu has areas shows them; other apps do not load it. */
export type Areas = {
  Area: ComponentType<{ area: NavigationLink; pages: readonly NavigationLink[] } & Whereabouts>
  AreaPages: ComponentType<{ of: Navigation; path: string }>
}

type PlacesProps = { of: Navigation; Area: Areas['Area'] | undefined } & Whereabouts

export function Places({ of, Area, ...whereabouts }: PlacesProps) {
  return (
    <>
      {of.map(({ heading, links }, i) => (
        <Fragment key={heading ?? i}>
          {heading && <h2>{heading}</h2>}
          <ul>
            {links.map((link) =>
              link.pages && Area ? (
                <Area key={link.label} area={link} pages={link.pages} {...whereabouts} />
              ) : (
                <li key={link.href}>
                  <PlaceLink
                    of={link}
                    current={isAt(link.href, whereabouts.path, whereabouts.start) ? 'page' : undefined}
                    chosen={whereabouts.chosen}
                  />
                </li>
              ),
            )}
          </ul>
        </Fragment>
      ))}
    </>
  )
}

export function PlaceLink({
  of: { href, label, drawing, count, beside },
  current,
  chosen,
}: {
  of: NavigationLink
  current: 'page' | 'true' | undefined
  chosen: () => void
}) {
  return (
    <a
      href={href}
      target={beside && '_blank'}
      rel={beside && 'noopener'}
      aria-current={current}
      onClick={chosen}
    >
      {drawing && <Drawing of={drawing} />}
      <span>{label}</span>
      {count ? <b>{count}</b> : null}
    </a>
  )
}
