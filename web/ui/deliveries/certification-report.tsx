// What a certification of a webhook handler found: for the merchant who mends it, and for the admin who decides about going live.
import type { WebhookCertificationResponse } from '../../api/schemas.generated.ts'
import { Badge, type Tone } from '../display/badge.tsx'
import { Code } from '../display/facts.tsx'
import { Time } from '../display/time.tsx'
import { catalogue, formatNumber, language } from '../language/language.ts'
import { acceptsAnything, genuineCause } from './advice.generated.ts'
import { checkTexts, genuineMends, unsignedTexts } from './check-texts.generated.ts'

export type Certification = NonNullable<WebhookCertificationResponse['data']['report']>
type Check = Certification['checks'][number]

const texts = catalogue({
  fr: {
    results: { passed: 'Réussi', failed: 'Échec', incomplete: 'Incomplet' },
    checks: { passed: 'réussi', failed: 'échec', not_observed: 'non observé', not_run: 'non exécuté' },
    summary: (passed: string, all: string) => `${passed} contrôles réussis sur ${all}`,
    others: {
      failed: (count: number) => `${count} en échec`,
      not_observed: (count: number) => `${count} non observé${count > 1 ? 's' : ''}`,
      not_run: (count: number) => `${count} non exécuté${count > 1 ? 's' : ''}`,
    },
    declared:
      'Déclaration\u00a0: lancé en ligne de commande, vers une adresse que nous n’avons pas vérifiée.',
    observed: 'Constaté par nos serveurs, à l’adresse enregistrée pour les webhooks.',
    difference: (expected: string, received: string) =>
      `Attendu\u00a0: ${expected}. Reçu\u00a0: ${received}.`,
    expected: { '2xx': 'acceptation (2xx)', '4xx': 'refus (4xx)' },
    failures: {
      connect: 'connexion refusée',
      timeout: 'aucune réponse à temps',
      dns: 'nom introuvable',
      tls: 'certificat refusé',
      reset: 'connexion interrompue',
      refused_address: 'adresse non autorisée',
    },
    unobserved:
      'Non observé\u00a0: votre récepteur ne dit pas ce que devient la commande. Le guide des webhooks montre la réponse attendue.',
    none: 'rien',
    all: 'Tous les contrôles',
  },
  en: {
    results: { passed: 'Passed', failed: 'Failed', incomplete: 'Incomplete' },
    checks: { passed: 'passed', failed: 'failed', not_observed: 'not observed', not_run: 'not run' },
    summary: (passed: string, all: string) => `${passed} of ${all} checks passed`,
    others: {
      failed: (count: number) => `${count} failed`,
      not_observed: (count: number) => `${count} not observed`,
      not_run: (count: number) => `${count} not run`,
    },
    declared: 'A declaration: run at the command line, to an address that we have not verified.',
    observed: 'Observed by our servers, at the saved webhook URL.',
    difference: (expected: string, received: string) => `Expected: ${expected}. Received: ${received}.`,
    expected: { '2xx': 'acceptance (2xx)', '4xx': 'refusal (4xx)' },
    failures: {
      connect: 'connection refused',
      timeout: 'no reply in time',
      dns: 'name not found',
      tls: 'certificate refused',
      reset: 'connection reset',
      refused_address: 'address not allowed',
    },
    unobserved:
      'Not observed: your handler does not say what became of the order. The guide to webhooks shows the reply.',
    none: 'nothing',
    all: 'All checks',
  },
})

const tones: Record<Check['result'] | Certification['result'], Tone> = {
  passed: 'good',
  failed: 'bad',
  incomplete: 'wait',
  not_observed: 'plain',
  not_run: 'wait',
}

export function CertificationReport({ report }: { report: Certification }) {
  const t = texts()
  const { checks, result, at, url, observed_by } = report
  const count = (wanted: Check['result']) => checks.filter((check) => check.result === wanted).length
  const others = (['failed', 'not_observed', 'not_run'] as const)
    .filter((each) => count(each) > 0)
    .map((each) => t.others[each](count(each)))
  const summary = [t.summary(formatNumber(count('passed')), formatNumber(checks.length)), ...others]
  return (
    <>
      <p>
        <Badge tone={tones[result]}>{t.results[result]}</Badge> {summary.join(', ')}, <Time at={at} />
      </p>
      <p class="small-print">
        <Code>{url}</Code> {observed_by === 'service' ? t.observed : t.declared}
      </p>
      {count('not_observed') > 0 && result !== 'failed' && <p class="small-print">{t.unobserved}</p>}
      {acceptsAnything(checks) && <Notice {...unsignedTexts[language.value]} />}
      {checks
        .filter(
          (check) => check.result === 'failed' && !(acceptsAnything(checks) && check.expected === '4xx'),
        )
        .map((check) => (
          <Fault key={check.id} check={check} />
        ))}
      <details>
        <summary>{t.all}</summary>
        <ul class="changes">
          {checks.map(({ id, result: found }) => (
            <li key={id}>
              {checkTexts[language.value][id].name} <Badge tone={tones[found]}>{t.checks[found]}</Badge>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Fault({ check: { id, expected, received } }: { check: Check }) {
  const t = texts()
  const { name, cost, mend } = checkTexts[language.value][id]
  const wanted = t.expected[expected as keyof typeof t.expected] ?? expected
  const reply = t.failures[received as keyof typeof t.failures] ?? received ?? t.none
  const advice = id === 'genuine' ? genuineMends[language.value][genuineCause(received)] : mend
  return <Notice name={name} cost={`${t.difference(wanted, reply)} ${cost}`} mend={advice} />
}

function Notice({ name, cost, mend }: { name: string; cost: string; mend: string }) {
  return (
    <div class="notice bad">
      <strong>{name}</strong>
      <div>
        <p>{cost}</p>
        <p>{withCode(mend)}</p>
      </div>
    </div>
  )
}

/** What stands between grave accents is code. */
const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <Code key={part}>{part}</Code> : part))
