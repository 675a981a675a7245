import { useLocation } from 'preact-iso'
import { may } from '../access/session.ts'
import { pageTexts } from './texts.ts'

/** Switches between the payouts and where and when they are made. */
export function PayoutTabs() {
  const t = pageTexts()
  const { path } = useLocation()
  if (!may('destinations')) return null
  const pages = [
    ['/portal/payouts', t.list],
    ['/portal/payouts/settings', t.settings],
  ] as const
  return (
    <nav class="choice" aria-label={t.title}>
      {pages.map(([href, label]) => (
        <a key={href} href={href} aria-current={path === href ? 'true' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
