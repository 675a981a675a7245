// Compares a submitted person with a list entry, field by field, with the points of each field.
import { Code } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { countryName, formatNumber, language } from '../../ui/language/language.ts'
import { listName } from './list-names.ts'
import type { Match, MatchPart, SubmittedPerson } from './match.ts'
import { matchText } from './match-text.ts'
import { matchTexts } from './match-texts.ts'

type Line = { part: MatchPart['part']; given: string[]; listed: string[] }

/** The fields that are compared, with the listed telephone numbers where there are any. */
function linesOf(person: SubmittedPerson, match: Match): Line[] {
  const { listed } = match
  const named = (code: string) => `${countryName(code)} (${code})`
  const hasPhone = match.parts.some(({ part }) => part === 'phone') || (listed?.phones ?? []).length > 0
  return [
    { part: 'name', given: [person.name], listed: namesOf(match) },
    {
      part: 'birth_date',
      given: some(person.birth_date).map(withDays),
      listed: (listed?.birth_dates ?? []).map(withDays),
    },
    { part: 'country', given: person.countries.map(named), listed: (listed?.countries ?? []).map(named) },
    { part: 'document', given: some(person.document), listed: listed?.identifiers ?? [] },
    ...(hasPhone
      ? [{ part: 'phone' as const, given: some(person.phone ?? null), listed: listed?.phones ?? [] }]
      : []),
  ]
}

export function MatchTable({ person, match }: { person: SubmittedPerson; match: Match }) {
  const t = matchTexts()
  const { listed } = match
  const lines = linesOf(person, match)
  const others = match.parts.filter(({ part }) => !lines.some((line) => line.part === part))
  return (
    <article class="match">
      <header>
        <div>
          <h3>{match.entry_name}</h3>
          <p class="soft">
            {listName(match.list)} · <Code>{match.entry_id}</Code>
          </p>
          {match.programs.length > 0 && (
            <p class="small-print">{`${t.programs} ${match.programs.join(', ')}`}</p>
          )}
        </div>
        <Score score={match.score} />
      </header>
      {listed === null && <p class="small-print">{t.entryRemoved}</p>}
      {/* biome-ignore lint/a11y/noRedundantRoles: as cards, a table would lose its meaning for screen readers */}
      <table role="table" class="compared">
        <caption class="visually-hidden">{t.caption(person.name, match.entry_name)}</caption>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
          <tr role="row">
            {[t.field, t.given, t.listed, t.points].map((heading) => (
              // biome-ignore lint/a11y/noRedundantRoles: see above
              <th key={heading} role="columnheader" scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <tbody role="rowgroup">
          {lines.map((line) => (
            <Compared key={line.part} line={line} part={match.parts.find(({ part }) => part === line.part)} />
          ))}
          {others.map((part) => (
            <Compared key={part.part} line={{ part: part.part, given: [], listed: [] }} part={part} />
          ))}
        </tbody>
      </table>
    </article>
  )
}

function Compared({ line, part }: { line: Line; part: MatchPart | undefined }) {
  const t = matchTexts()
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <tr role="row" class={toneOf(part)}>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <th role="rowheader" scope="row">
        {t.parts[line.part]}
      </th>
      <Values heading={t.given} values={line.given} none={t.notGiven} />
      <Values heading={t.listed} values={line.listed} none={t.notListed} />
      {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
      <td role="cell" class="points">
        <span class="name" aria-hidden="true">
          {t.points}
        </span>
        <span>
          <strong class={toneOf(part)}>{part ? signedPoints(part.points) : '–'}</strong>
          {part && <Why detail={part.detail} />}
        </span>
      </td>
    </tr>
  )
}

/** Writes full dates as the reader does. Lists also have years and months alone, which stay as they are. */
const withDays = (text: string): string =>
  text.replaceAll(/\b\d{4}-\d\d-\d\d\b/g, (day) => formatTime(day, 'day'))

function Why({ detail }: Pick<MatchPart, 'detail'>) {
  const label =
    language.value === 'fr' ? matchText(detail) : detail === 'the same words' ? 'same name' : undefined
  return (
    <small class="soft" lang={label === undefined ? 'en' : undefined}>
      {withDays(label ?? detail)}
    </small>
  )
}

function Values({ heading, values, none }: { heading: string; values: string[]; none: string }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <td role="cell">
      <span class="name" aria-hidden="true">
        {heading}
      </span>
      {values.length === 0 ? (
        <span class="soft">{none}</span>
      ) : (
        <span>
          {values.map((value) => (
            <span key={value} class="value">
              {value}
            </span>
          ))}
        </span>
      )}
    </td>
  )
}

export function Score({ score }: { score: number }) {
  const t = matchTexts()
  const hundredths = Math.round(score * 100)
  return (
    <p class="score">
      <span class="soft">{t.score}</span> <strong>{formatNumber(hundredths)}</strong>
      <meter min={0} max={100} value={hundredths} aria-label={t.score} />
    </p>
  )
}

/** The closest name first, then the entry's other names. */
function namesOf({ entry_name, matched_name, listed }: Match): string[] {
  return [...new Set([matched_name, entry_name, ...(listed?.aliases ?? [])])].slice(0, maxNames)
}

const maxNames = 6

function some(value: string | null): string[] {
  return value === null || value === '' ? [] : [value]
}

/** Points out of a hundred, with their sign: +85, −12. */
function signedPoints(points: number): string {
  return formatNumber(Math.round(points * 100), { signDisplay: 'exceptZero' })
}

/** Points in favour of the match get the warning colour. */
function toneOf(part: MatchPart | undefined): string | undefined {
  return part && part.points > 0 ? 'for' : part && part.points < 0 ? 'against' : undefined
}
