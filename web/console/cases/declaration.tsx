// The declaration of suspicion of a case: what officers write, the PDF, and how it was sent.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field, Select, TextArea } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { Decision } from '../parts/decision.tsx'
import { Download } from '../parts/files.tsx'
import { inReaderLanguage } from '../parts/translated-message.tsx'
import { type Case, casesPath } from './case.ts'
import { caseTexts } from './texts.ts'

type Content = schemas.Declaration['data']['declaration']

export function DeclarationCard({ detail, done }: { detail: Case; done: () => void }) {
  const t = caseTexts()
  const [writing, setWriting] = useState<{ before?: Content }>()
  const [sending, setSending] = useState(false)
  const path = `${casesPath}/${detail.case_id}/declaration`
  const exists = detail.history.some(({ event }) => event === 'declaration_saved')
  const isClosed = detail.state === 'CLOSED' && detail.outcome === 'DECLARED'
  if (!exists && !detail.allowed_actions.declare.allowed) return null
  const open = async () =>
    setWriting(exists ? { before: (await api.get<schemas.Declaration['data']>(path)).declaration } : {})
  return (
    <Card title={t.declaration}>
      <p class="soft">{exists ? t.declarationText : t.noDeclaration}</p>
      <div class="actions">
        {detail.allowed_actions.declare.allowed && (
          <ActButton right="compliance" onClick={open}>
            {exists ? t.rewrite : t.write}…
          </ActButton>
        )}
        {exists && <Download path={`${path}.pdf`} name={t.pdf} />}
        {isClosed && (
          <ActButton right="compliance" onClick={() => setSending(true)}>
            {t.markSent}…
          </ActButton>
        )}
      </div>
      {writing && (
        <DeclarationForm
          path={path}
          before={writing.before}
          done={done}
          close={() => setWriting(undefined)}
        />
      )}
      {sending && (
        <Decision
          title={t.markSent}
          explanation={t.markSentText}
          action={t.markSent}
          reason="none"
          decide={async ({ kind, reference = '' }) => {
            await api.post(`${path}/steps`, { kind, reference }).finally(done)
          }}
          done={t.noted}
          close={() => setSending(false)}
        >
          <Select name="kind" label={t.how} options={Object.entries(t.steps)} />
          <Field name="reference" label={t.stepReference} maxLength={120} autocomplete="off" />
        </Decision>
      )}
    </Card>
  )
}

function DeclarationForm({
  path,
  before,
  done,
  close,
}: {
  path: string
  before: Content | undefined
  done: () => void
  close: () => void
}) {
  const t = caseTexts()
  const submit = async (values: Values) => {
    const missing = faultsOf(values)
    if (Object.keys(missing).length > 0) throw new Faults(missing)
    const { description, grounds, execution, execution_reason, execute_by } = values
    const { name, function: role, phone, email } = values
    const declarant = { name, function: role, phone, email }
    const written = { description, grounds, execution, execution_reason, declarant }
    await api.put(path, { ...written, execute_by: execute_by || null }).catch((error) => {
      throw inReaderLanguage(error)
    })
    toast(t.saved)
    close()
    done()
  }
  return (
    <Dialog title={t.declaration} close={close}>
      <Form submit={submit} action={t.save}>
        <TextArea name="description" label={t.description} rows={5} value={before?.description} />
        <TextArea name="grounds" label={t.grounds} rows={5} value={before?.grounds} />
        <Select
          name="execution"
          label={t.execution}
          options={Object.entries(t.executions)}
          value={before?.execution}
        />
        <TextArea
          name="execution_reason"
          label={t.executionReason}
          rows={3}
          value={before?.execution_reason}
        />
        <Field name="execute_by" label={t.executeBy} type="date" value={before?.execute_by ?? undefined} />
        <Field name="name" label={t.declarantName} value={before?.declarant.name} />
        <Field name="function" label={t.declarantFunction} value={before?.declarant.function} />
        <Field name="phone" label={t.declarantPhone} type="tel" value={before?.declarant.phone} />
        <Field name="email" label={t.declarantEmail} type="email" value={before?.declarant.email} />
      </Form>
    </Dialog>
  )
}

/** What is missing, by field. */
function faultsOf(values: Values): Record<string, string> {
  const t = caseTexts()
  const long = ['description', 'grounds'].filter((name) => (values[name] ?? '').trim().length < 20)
  const short = ['execution_reason', 'name', 'function', 'phone', 'email'].filter(
    (name) => (values[name] ?? '').trim().length < 3,
  )
  return Object.fromEntries([
    ...long.map((name) => [name, t.tooShort] as const),
    ...short.map((name) => [name, t.required] as const),
  ])
}
