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
    try: 'Essayer',
  },
  en: {
    nothing: 'No results',
    nothingHint: 'Broaden your search or the dates.',
    try: 'Try it out',
  },
})

/** Shown instead of an empty list: suggests another search, or a first test in the sandbox. */
export function NothingHere<Item>({ list, none, hint }: { list: List<Item>; none: string; hint: string }) {
  const t = texts()
  if (Object.keys(list.filters).length > 0)
    return (
      <EmptyState title={t.nothing}>
        <p>{t.nothingHint}</p>
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
