// The go-live page: the checklist, and the request for production access.
import { useEffect, useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { laterPages } from '../../ui/service/later-pages.tsx'
import { type Loaded, useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import type { Business, GoLive, Me } from '../api-types.ts'
import { countryChoices } from '../country-choices.ts'
import { StepList, useChecklist } from '../overview/first-steps.tsx'
import { preferences, type SalesChannel } from '../preferences.ts'
import { type ProvenCall, StepUp } from '../step-up/step-up.tsx'
import { CertificationCard } from '../webhooks/certification.tsx'

const texts = catalogue({
  fr: {
    title: 'Passer en production',
    intro:
      'Prêt à encaisser de l’argent réel\u202f? Demandez le passage en production\u00a0: notre équipe vérifie votre entreprise.',
    checklist: 'Étapes recommandées',
    checklistHint:
      'Aucune étape n’est obligatoire, mais chacune vous évite une mauvaise surprise en production.',
    changes: 'Ce qui change en production',
    testMode:
      'Vous gardez un mode test à côté de la production, avec ses propres clés, liens et ventes\u202f: il est vide au départ.',
    keys: 'Vos clés de test actuelles cessent de fonctionner\u00a0: notre équipe vous remet vos clés de production, et vous créez de nouvelles clés en mode test.',
    links: 'Vos liens de test actuels cessent de fonctionner\u00a0: créez-en de nouveaux.',
    sales: 'Vos ventes de test actuelles disparaissent des listes.',
    callback: 'Vos webhooks sont envoyés à une adresse https publique\u202f; une autre adresse est retirée.',
    refunds:
      'Vous demandez vos remboursements ici, et notre équipe en décide. Le droit de rembourser vous-même, actif en mode test, n’est pas repris\u00a0: demandez-le-nous une fois en production.',
    request: 'Votre demande',
    requestStep: '4. Envoyer la demande',
    begin: 'Remplir la demande',
    pending: (date: string) => `Demande reçue le ${date}. Notre équipe l’examine.`,
    rejected: (reason: string) => `Demande refusée\u00a0: ${reason}`,
    retry: 'Corrigez votre demande, puis renvoyez-la.',
    approved: 'Votre compte est en production.',
    company: 'Nom de l’entreprise',
    companyHint: 'Comme au RCCM.',
    registration: 'Numéro d’enregistrement (RCCM)',
    country: 'Pays',
    contact: 'Personne à contacter',
    email: 'E-mail',
    phone: 'Téléphone',
    submit: 'Envoyer la demande',
    sent: 'Demande envoyée.',
    taken: 'Une demande est déjà en cours, ou votre compte est déjà en production.',
  },
  en: {
    title: 'Go live',
    intro: 'Ready for real money? Request production access: our team verifies your company.',
    checklist: 'Checklist',
    checklistHint: 'No step is required, but each one saves you a surprise in production.',
    changes: 'What changes in production',
    testMode: 'You keep a test mode beside live, with its own keys, links and sales: it starts empty.',
    keys: 'Your current test keys stop working: our team gives you your live keys, and you create new keys in test mode.',
    links: 'Your current test links stop working: create new ones.',
    sales: 'Your current test sales disappear from the lists.',
    callback: 'Webhooks go to a public https address; any other address is removed.',
    refunds:
      'You request refunds here, and our team decides. The right to refund by yourself, active in test mode, isn’t carried over: ask us for it once you’re live.',
    request: 'Your request',
    requestStep: '4. Send the request',
    begin: 'Fill in the request',
    pending: (date: string) => `Request received on ${date}. Our team is reviewing it.`,
    rejected: (reason: string) => `Request rejected: ${reason}`,
    retry: 'Correct your request and send it again.',
    approved: 'Your account is live.',
    company: 'Company name',
    companyHint: 'As in the trade register (RCCM).',
    registration: 'Registration number (RCCM)',
    country: 'Country',
    contact: 'Contact person',
    email: 'Email',
    phone: 'Phone',
    submit: 'Send request',
    sent: 'Request sent.',
    taken: 'A request is already pending, or your account is already live.',
  },
})

// Only a deployment that asks for papers needs them.
const businessPages = laterPages(() => import('../business/business.tsx'))
const BusinessSteps = businessPages.part((pages) => pages.BusinessSteps)
const MissingList = businessPages.part((pages) => pages.MissingList)

const usualCountry = 'CD'

export function GoLivePage() {
  const t = texts()
  const checklist = useChecklist()
  const request = useLoad('go-live', (signal) => api.get<GoLive>('go-live', {}, signal))
  const business = useLoad('business', (signal) => api.get<Business>('business', {}, signal))
  return (
    <Page title={t.title} intro={t.intro}>
      <div class="columns">
        <div class="stack">
          <Card title={t.checklist}>
            <p class="soft">{t.checklistHint}</p>
            <Await of={checklist}>
              {(steps) => <StepList steps={steps.filter(({ step }) => step !== 'go_live')} />}
            </Await>
          </Card>
          {preferences.value?.sells_by !== 'link' && may('integration') && <CertificationCard />}
          <Card title={t.changes}>
            <ul class="changes">
              {changesOf(preferences.value?.sells_by).map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </Card>
        </div>
        <Await of={business}>
          {(loaded) => <Application loaded={loaded} request={request} reload={business.reload} />}
        </Await>
      </div>
    </Page>
  )
}

/** The request, after the business and its papers where they are asked for. */
function Application({
  loaded,
  request,
  reload,
}: {
  loaded: Business
  request: Loaded<GoLive>
  reload: () => void
}) {
  const t = texts()
  const [business, setBusiness] = useState(loaded)
  useEffect(() => setBusiness(loaded), [loaded])
  const reloadAll = () => {
    request.reload()
    reload()
  }
  const { asks_papers: asksPapers, missing } = business
  return (
    <div class="stack">
      {asksPapers && <BusinessSteps business={business} changed={setBusiness} />}
      <Card title={asksPapers ? t.requestStep : t.request}>
        <Await of={request}>
          {(found) =>
            asksPapers && missing.length > 0 && (found.state === 'NONE' || found.state === 'REJECTED') ? (
              <>
                {found.state === 'REJECTED' && (
                  <Notice tone="bad" title={t.rejected(found.reason ?? '')}>
                    {t.retry}
                  </Notice>
                )}
                <MissingList business={business} />
              </>
            ) : (
              <Request
                found={found}
                registration={business.rccm ?? business.authorization ?? undefined}
                reload={reloadAll}
              />
            )
          }
        </Await>
      </Card>
    </div>
  )
}

/** Who sells by link has seen neither keys nor webhooks. */
function changesOf(channel: SalesChannel | null | undefined): string[] {
  const t = texts()
  return channel === 'link'
    ? [t.testMode, t.links, t.sales, t.refunds]
    : [t.testMode, t.keys, t.sales, t.callback, t.refunds]
}

function Request({
  found,
  registration,
  reload,
}: {
  found: GoLive
  registration: string | undefined
  reload: () => void
}) {
  const t = texts()
  const { state, requested_at, reason } = found
  const [hasBegun, setHasBegun] = useState(false)
  const me = useLoad('me', (signal) => api.get<Me>('me', {}, signal))
  if (state === 'APPROVED') return <Notice tone="good">{t.approved}</Notice>
  if (state === 'PENDING') return <Notice>{t.pending(formatTime(requested_at ?? '', 'full'))}</Notice>
  return (
    <>
      {state === 'REJECTED' && (
        <Notice tone="bad" title={t.rejected(reason ?? '')}>
          {t.retry}
        </Notice>
      )}
      {hasBegun ? (
        <StepUp>
          {(call) => (
            <Await of={me}>
              {(merchant) => (
                <RequestForm merchant={merchant} registration={registration} call={call} done={reload} />
              )}
            </Await>
          )}
        </StepUp>
      ) : (
        <button type="button" class="button" onClick={() => setHasBegun(true)}>
          {t.begin}
        </button>
      )}
    </>
  )
}

/** @param merchant what is known already is filled in */
function RequestForm({
  merchant,
  registration,
  call,
  done,
}: {
  merchant: Me
  registration: string | undefined
  call: ProvenCall
  done: () => void
}) {
  const t = texts()
  return (
    <Form
      action={t.submit}
      known={{ 'RMT-409': t.taken }}
      submit={async (values) => {
        await call('POST', 'go-live', values)
        toast(t.sent)
        done()
      }}
    >
      <Field
        name="company_name"
        label={t.company}
        hint={t.companyHint}
        autocomplete="organization"
        value={merchant.name}
        required
      />
      <Field
        name="registration_number"
        label={t.registration}
        autocomplete="off"
        value={registration}
        required
      />
      <Select name="country" label={t.country} options={countryChoices()} value={usualCountry} />
      <Field name="contact_name" label={t.contact} autocomplete="name" required />
      <Field
        name="contact_email"
        type="email"
        label={t.email}
        autocomplete="email"
        value={merchant.email}
        required
      />
      <Field name="contact_phone" type="tel" label={t.phone} autocomplete="tel" required />
    </Form>
  )
}
