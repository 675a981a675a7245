// Certifies the merchant's webhook handler, and shows what the last run found.
import { CertificationReport } from '../../ui/deliveries/certification-report.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import type { LatestCertification } from '../api-types.ts'

const texts = catalogue({
  fr: {
    title: 'Certifier votre récepteur',
    intro:
      '24 contrôles de votre serveur\u00a0: signatures, doublons, désordre, remboursements. Notre équipe voit le dernier rapport quand vous demandez le passage en production.',
    certify: 'Lancer les contrôles',
    missing: 'Enregistrez d’abord une adresse.',
    tooSoon: 'Des contrôles viennent d’être lancés\u00a0: réessayez dans une minute.',
    none: 'Aucun contrôle effectué.',
  },
  en: {
    title: 'Certify your handler',
    intro:
      '24 checks of your server: signatures, duplicates, wrong order, refunds. Our team sees the latest report when you request to go live.',
    certify: 'Run the checks',
    missing: 'Save an address first.',
    tooSoon: 'A run has just begun: try again in a minute.',
    none: 'No checks have been run.',
  },
})

/** The latest report, and in the sandbox the button of the next one for users who may change webhooks. */
export function CertificationCard({ hasButton = false }: { hasButton?: boolean }) {
  const t = texts()
  const latest = useLoad('certification', (signal) =>
    api.get<LatestCertification>('callback/certification', {}, signal),
  )
  const certify = async () => {
    await api.post('callback/certification')
    latest.reload()
  }
  return (
    <Card title={t.title} id="certification">
      <p class="soft">{t.intro}</p>
      {hasButton && may('keys') && (
        <Form
          action={t.certify}
          appearance="plain"
          known={{ 'RMT-409': t.missing, 'RMT-429': t.tooSoon }}
          submit={certify}
        >
          {null}
        </Form>
      )}
      <Await of={latest}>
        {({ report }) => (report ? <CertificationReport report={report} /> : <p class="soft">{t.none}</p>)}
      </Await>
    </Card>
  )
}
