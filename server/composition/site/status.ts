// The state of the service and of the mobile-money operators, as anybody may read it: on the page, as JSON and as a feed.
import type { FastifyInstance } from 'fastify'
import { languageOf } from '../../cards/checkout/page-frame.ts'
import type { Language } from '../../kernel/language.ts'
import { type OperatorCode, operators } from '../../kernel/operators.ts'
import { escaped } from './own-texts.ts'

type OperatorState = {
  operator: OperatorCode
  state: 'up' | 'down' | 'paused'
  /** Of one that is down, its last reply; of one that is paused, when that began. */
  since: Temporal.Instant | null
}

export type ServiceState = {
  readAt: Temporal.Instant
  /** Whether the database answers. Nothing is known of operators while it does not. */
  isHealthy: boolean
  operators: readonly OperatorState[]
}

/** Kinshasa stands for the country; its east is an hour ahead. */
const timeZone = 'Africa/Kinshasa'
const momentOf = (at: Temporal.Instant, language: Language) =>
  at.toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  })

const texts = {
  fr: {
    title: 'État de Likuta',
    well: 'Tout fonctionne normalement.',
    one: 'Notre service fonctionne, mais un opérateur de mobile money est perturbé.',
    several: 'Notre service fonctionne, mais plusieurs opérateurs de mobile money sont perturbés.',
    ill: 'Le service est perturbé. Les paiements peuvent échouer\u202f; nous y travaillons.',
    unknown: 'Leur état n’est pas connu pour le moment.',
    up: 'fonctionne',
    down: 'ne répond pas',
    paused: 'suspendu par nos soins',
    since: { up: '', down: 'dernière réponse le ', paused: 'depuis le ' },
    readAt: (at: string) => `État du ${at}, heure de Kinshasa.`,
    follow: 'Suivre\u00a0:',
    feed: 'flux Atom',
  },
  en: {
    title: 'Status of Likuta',
    well: 'Everything works normally.',
    one: 'Our service works, but one mobile-money operator is disrupted.',
    several: 'Our service works, but several mobile-money operators are disrupted.',
    ill: 'The service is disrupted. Payments may fail; we are working on it.',
    unknown: 'Their state is not known at the moment.',
    up: 'works',
    down: 'does not reply',
    paused: 'suspended by us',
    since: { up: '', down: 'last reply on ', paused: 'since ' },
    readAt: (at: string) => `As of ${at}, Kinshasa time.`,
    follow: 'Follow:',
    feed: 'Atom feed',
  },
} satisfies Record<Language, object>

const disturbed = ({ operators }: ServiceState) => operators.filter(({ state }) => state !== 'up')

/** How everything is, in one sentence. */
export function summaryOf(state: ServiceState, language: Language): string {
  const { well, one, several, ill } = texts[language]
  if (!state.isHealthy) return ill
  return [well, one][disturbed(state).length] ?? several
}

/** The operators with their states, as HTML. */
export function operatorsHtml(state: ServiceState, language: Language): string {
  const t = texts[language]
  const items = state.operators.map((each) => {
    const { wallet } = operators[each.operator]
    const since = sinceOf(each, language)
    return `<li class="${each.state}"><span>${wallet}</span> <strong>${t[each.state]}</strong>${since && ` <small>${since}</small>`}</li>`
  })
  const list = items.length > 0 ? `<ul class="states">${items.join('')}</ul>` : `<p>${t.unknown}</p>`
  const links = `<a href="/status.xml?lang=${language}">${t.feed}</a>, <a href="/status.json">JSON</a>`
  return `${list}<p class="note">${t.readAt(momentOf(state.readAt, language))} ${t.follow} ${links}</p>`
}

const sinceOf = ({ state, since }: OperatorState, language: Language): string =>
  since ? texts[language].since[state] + momentOf(since, language) : ''

function jsonOf(state: ServiceState) {
  const isWell = state.isHealthy && disturbed(state).length === 0
  return {
    status: isWell ? 'operational' : state.isHealthy ? 'partly_disrupted' : 'disrupted',
    read_at: state.readAt.toString({ smallestUnit: 'second' }),
    operators: state.operators.map(({ operator, state, since }) => ({
      ...{ operator, name: operators[operator].wallet, state },
      since: since?.toString({ smallestUnit: 'second' }) ?? null,
    })),
  }
}

function titleOf(each: OperatorState, language: Language): string {
  const since = sinceOf(each, language)
  const { wallet } = operators[each.operator]
  return `${wallet}${language === 'fr' ? '\u00a0' : ''}: ${texts[language][each.state]}${since && `, ${since}`}`
}

/** An entry for each disturbance. Its id names when it began, so that a reader sees each once. */
function feedOf(state: ServiceState, baseUrl: string, language: Language): string {
  const at = state.readAt.toString({ smallestUnit: 'second' })
  const page = escaped(`${baseUrl}/status?lang=${language}`)
  const self = escaped(`${baseUrl}/status.xml?lang=${language}`)
  const entry = (name: string, since: Temporal.Instant | null, title: string) => {
    const began = since?.toString({ smallestUnit: 'second' })
    const id = `${escaped(baseUrl)}/status#${name}${began ? `-${began}` : ''}`
    return `<entry><id>${id}</id><title>${title}</title><updated>${began ?? at}</updated><link href="${page}"/></entry>`
  }
  const entries = disturbed(state).map((each) => entry(each.operator, each.since, titleOf(each, language)))
  const own = state.isHealthy ? [] : [entry('likuta', null, texts[language].ill)]
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}"><id>${self}</id><link rel="self" href="${self}"/><title>${texts[language].title}</title><updated>${at}</updated><author><name>Likuta</name></author><link href="${page}"/>${[...own, ...entries].join('')}</feed>
`
}

/** Serves the state as JSON and as a feed. */
export function registerStatus(
  app: FastifyInstance,
  { baseUrl, readState }: { baseUrl: string; readState: () => Promise<ServiceState> },
  options: { config: object },
): void {
  app.get('/status.json', options, async (_request, reply) =>
    reply.header('access-control-allow-origin', '*').send(jsonOf(await readState())),
  )
  app.get('/status.xml', options, async (request, reply) =>
    reply
      .header('vary', 'accept-language')
      .type('application/atom+xml; charset=utf-8')
      .send(feedOf(await readState(), baseUrl, languageOf(request))),
  )
}
