// The evidence of a dispute: texts and files while a response is awaited, and what was sent afterwards.
import { useState } from 'preact/hooks'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { type EvidenceFile, EvidenceFiles } from '../../ui/disputes/files.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { FileField } from '../../ui/forms/file-field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { refusalText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { api } from '../access/session.ts'
import type { DisputeDetail } from '../api-types.ts'
import { disputeTexts } from './texts.ts'

type Props = { dispute: DisputeDetail; done: () => void }

/** What nearly every answer needs comes first; the rest opens on demand. */
const firstFields = ['explanation', 'delivery'] as const
const otherFields = ['product_description', 'customer_contact', 'refund_policy'] as const
const fields = [...firstFields, ...otherFields]
const maxBytes = 5 * 1024 * 1024
const maxFiles = 5

const send = ({ dispute_id }: DisputeDetail, body: object) =>
  api.post(`disputes/${encodeURIComponent(dispute_id)}/evidence`, body)

export function EvidenceCard({ dispute, done }: Props) {
  const t = disputeTexts()
  if (dispute.allowed_actions.send_evidence.allowed)
    return (
      <Card title={t.evidence}>
        <p class="soft">{t.evidenceIntro}</p>
        <EvidenceForm dispute={dispute} done={done} />
      </Card>
    )
  const sent = sentFacts(dispute)
  if (sent.length === 0) return null
  return (
    <Card title={t.evidence}>
      <Facts facts={sent} />
    </Card>
  )
}

function sentFacts({ evidence }: DisputeDetail): Fact[] {
  const t = disputeTexts()
  const texts = fields.flatMap((name): Fact[] => (evidence[name] ? [[t.fields[name], evidence[name]]] : []))
  const files: Fact[] =
    evidence.files.length > 0 ? [[t.files, evidence.files.map(({ name }) => name).join(', ')]] : []
  const at: Fact[] = evidence.sent_at ? [[t.sentAt, <Time key="sent" at={evidence.sent_at} />]] : []
  return [...at, ...texts, ...files]
}

function EvidenceForm({ dispute, done }: Props) {
  const t = disputeTexts()
  const [asking, setAsking] = useState<Values>()
  const { evidence } = dispute
  const save = async (values: Values) => {
    const isEmpty = evidence.files.length === 0 && fields.every((name) => !values[name]?.trim())
    if (isEmpty) throw new Faults({ explanation: t.evidenceMissing })
    await send(dispute, textsOf(values))
    toast(t.saved)
    setAsking(values)
    done()
  }
  const fieldOf = (name: (typeof fields)[number]) => (
    <TextArea
      key={name}
      name={name}
      label={t.fields[name]}
      value={evidence[name] ?? ''}
      maxLength={5_000}
      rows={name === 'explanation' ? 4 : 2}
    />
  )
  return (
    <>
      <Form submit={save} action={`${t.send}…`}>
        {firstFields.map(fieldOf)}
        <details class="more" open={otherFields.some((name) => evidence[name])}>
          <summary>{t.moreEvidence}</summary>
          <div class="stack">{otherFields.map(fieldOf)}</div>
        </details>
        {evidence.files.length < maxFiles && <FileToSend dispute={dispute} done={done} />}
      </Form>
      {evidence.files.length > 0 && <Files dispute={dispute} done={done} />}
      {asking && <Sending dispute={dispute} done={done} close={() => setAsking(undefined)} />}
    </>
  )
}

const textsOf = (values: Values) => Object.fromEntries(fields.map((name) => [name, values[name] ?? '']))

/** The files that are added, each of which can be removed until the evidence is sent. */
function Files({ dispute, done }: Props) {
  const t = disputeTexts()
  const [removing, setRemoving] = useState<EvidenceFile>()
  const close = () => setRemoving(undefined)
  const remove = async ({ id }: EvidenceFile) => {
    await api.post(`disputes/${encodeURIComponent(dispute.dispute_id)}/evidence/files/${id}/remove`, {})
    close()
    toast(t.fileRemoved)
    done()
  }
  return (
    <>
      <EvidenceFiles
        files={dispute.evidence.files}
        action={(file) => (
          <Button
            appearance="quiet"
            small
            onClick={() => setRemoving(file)}
            aria-label={t.removeNamed(file.name)}
          >
            {t.remove}…
          </Button>
        )}
      />
      {removing && (
        <Dialog title={t.removeTitle} close={close}>
          <p>{t.removeText(removing.name)}</p>
          <Form submit={() => remove(removing)} action={t.remove} appearance="danger">
            {null}
          </Form>
        </Dialog>
      )}
    </>
  )
}

/** Sends a file as soon as it is chosen. */
function FileToSend({ dispute, done }: Props) {
  const t = disputeTexts()
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    input.value = ''
    if (!file) return
    if (file.size > maxBytes) return toast(t.fileLarge, 'bad')
    try {
      await send(dispute, { file: { name: file.name, content: await base64Of(file) } })
      toast(t.fileAdded)
      done()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast(
        error.faults[0] ? refusalText(new RequestError(error.faults[0].message)) : refusalText(error),
        'bad',
      )
    }
  }
  return (
    <FileField
      name="evidence_file"
      label={t.file}
      hint={t.fileHint}
      accept="application/pdf,image/jpeg,image/png"
      taken
      onChoose={(input) => void choose(input)}
    />
  )
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

function Sending({ dispute, done, close }: Props & { close: () => void }) {
  const t = disputeTexts()
  return (
    <Dialog title={t.sendTitle} close={close}>
      <p>{t.sendText}</p>
      <Form
        submit={async () => {
          await send(dispute, { submit: true })
          close()
          toast(t.sent)
          done()
        }}
        action={t.send}
        more={
          <Button onClick={close} appearance="quiet">
            {t.cancel}
          </Button>
        }
      >
        {null}
      </Form>
    </Dialog>
  )
}
