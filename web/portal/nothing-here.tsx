// The empty state of the portal's lists.
import { ButtonLink } from '../ui/forms/button.tsx'
import { EmptyState } from '../ui/frame/notice.tsx'
import { catalogue } from '../ui/language/language.ts'
import { session } from './access/session.ts'
import type { List } from './list.ts'

const texts = catalogue({
  fr: {
    nothing: 'Aucun résultat',
    nothingHint: 'Élargissez la recherche ou les dates.',
    namesHint:
      'Les noms et les parties de référence sont cherchés dans les 2\u202f000 lignes les plus récentes\u00a0: choisissez des dates pour remonter plus loin.',
    try: 'Essayer',
  },
  en: {
    nothing: 'No results',
    nothingHint: 'Broaden your search or the dates.',
    namesHint:
      'Names and parts of references are looked for in the newest 2,000 rows: choose dates to go further back.',
    try: 'Try it out',
  },
})

/** Shown instead of an empty list: suggests another search, or a first test in the sandbox. */
export function NothingHere<Item>({ list, none, hint }: { list: List<Item>; none: string; hint: string }) {
  const t = texts()
  if (Object.keys(list.filters).length > 0)
    return (
      <EmptyState title={t.nothing}>
        <p>{list.filters.q ? t.namesHint : t.nothingHint}</p>
      </EmptyState>
    )
  return (
    <EmptyState title={none}>
      {session.value?.environment === 'sandbox' && (
        <>
          <p>{hint}</p>
          <ButtonLink href="/portal/try">{t.try}</ButtonLink>
        </>
      )}
    </EmptyState>
  )
}
