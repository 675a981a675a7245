// What a user does with a batch: confirm it with its figures, pause, resume, cancel, and send failed rows again.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatMoney } from '../display/amount.tsx'
import { Button } from '../forms/button.tsx'
import { Dialog } from '../forms/dialog.tsx'
import { Field } from '../forms/field.tsx'
import { Faults, Form, type Values } from '../forms/form.tsx'
import { amountOf } from '../forms/typed-amount.ts'
import { toast } from '../frame/toast.tsx'
import { formatNumber } from '../language/language.ts'
import { refusalText } from '../language/refusal.ts'
import { RequestError } from '../service/client.ts'
import { type Batch, type BatchPlace, pathOfBatch } from './place.ts'
import { actTextsOf } from './words.ts'

type Props = { place: BatchPlace; batch: Batch; done: () => void }
type Asking = 'confirm' | 'retry' | 'cancel'

export function BatchActs({ place, batch, done }: Props) {
  const t = actTextsOf(place.words)
  const [asking, setAsking] = useState<Asking>()
  if (!place.may('change')) return null
  const mayConfirm = place.may('confirm')
  const { state, counts } = batch
  const close = () => {
    setAsking(undefined)
    // The batch may have moved on meanwhile.
    done()
  }
  const ask = (act: Asking, words: string, appearance?: 'main' | 'danger') => (
    <Button appearance={appearance ?? 'plain'} onClick={() => setAsking(act)}>
      {words}…
    </Button>
  )
  return (
    <>
      <div class="actions">
        {state === 'CHECKED' &&
          counts.ready > 0 &&
          mayConfirm &&
          !place.isOwn(batch) &&
          ask('confirm', t.confirm, 'main')}
        {(state === 'CONFIRMED' ||
          state === 'RUNNING' ||
          (batch.pause_reason ?? 'requested') !== 'requested') && (
          <AtOnce place={place} batch={batch} act="pause" toasted={t.pauseDone} done={done}>
            {t.pause}
          </AtOnce>
        )}
        {state === 'PAUSED' && mayConfirm && (
          <AtOnce place={place} batch={batch} act="resume" toasted={t.resumeDone} done={done}>
            {t.resume}
          </AtOnce>
        )}
        {['RUNNING', 'PAUSED', 'DONE'].includes(state) &&
          counts.failed > 0 &&
          mayConfirm &&
          ask('retry', t.retry)}
        {state !== 'DONE' && state !== 'CANCELLED' && ask('cancel', t.cancel, 'danger')}
      </div>
      {asking === 'confirm' && <Confirm place={place} batch={batch} close={close} />}
      {asking === 'retry' && <Retry place={place} batch={batch} close={close} />}
      {asking === 'cancel' && <Cancel place={place} batch={batch} close={close} />}
    </>
  )
}

const pathOf = (place: BatchPlace, { batch_id }: Batch, act: string) =>
  `${pathOfBatch(place, batch_id)}/${act}`

/** A button whose act can be undone by the other, so nothing is asked. */
function AtOnce({
  place,
  batch,
  act,
  toasted,
  done,
  children,
}: Props & { act: 'pause' | 'resume'; toasted: string; children: ComponentChildren }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await place.api.post(pathOf(place, batch, act))
      toast(toasted)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast(refusalText(error, { 'RMT-1008': actTextsOf(place.words).overtaken }), 'bad')
    }
    setBusy(false)
    done()
  }
  return (
    <Button busy={busy} onClick={run}>
      {children}
    </Button>
  )
}

type DialogProps = { place: BatchPlace; batch: Batch; close: () => void }

function Confirm({ place, batch, close }: DialogProps) {
  const t = actTextsOf(place.words)
  const { faulty } = batch.counts
  const submit = async (values: Values) => {
    const count = /^[1-9]\d{0,5}$/.test(values.count ?? '') ? Number(values.count) : undefined
    const total = amountOf(values.total ?? '')
    if (count === undefined || total === undefined)
      throw new Faults({
        ...(count === undefined && { count: t.countFault }),
        ...(total === undefined && { total: t.totalFault }),
      })
    const skip_faulty = values.skip_faulty === 'on'
    try {
      await place.postConfirmed(pathOf(place, batch, 'confirm'), { count, total, skip_faulty })
    } catch (error) {
      throw await compared(place, batch, { count, total }, error)
    }
    toast(t.confirmed)
    close()
  }
  return (
    <Dialog title={t.confirmTitle} close={close}>
      <p>{t.confirmText}</p>
      <Form
        action={t.confirm}
        submit={submit}
        known={{
          'RMT-1021': ({ faults: [changed] }) =>
            changed ? t.changer(changed.message.split(' ')[0] ?? '') : t.uploader,
          'RMT-1008': ({ message }) =>
            (({ [figures]: t.figures, [faultyRows]: t.faulty }) as Record<string, string>)[message] ??
            t.overtaken,
        }}
      >
        <Field name="count" label={t.count} inputMode="numeric" autocomplete="off" />
        <Field name="total" label={t.total} inputMode="decimal" autocomplete="off" />
        {faulty > 0 && (
          <label class="check">
            <input type="checkbox" name="skip_faulty" /> {t.skip(faulty)}
          </label>
        )}
      </Form>
    </Dialog>
  )
}

/** A refusal of the figures as what was typed beside what the batch has now; any other error as it is. */
async function compared(
  place: BatchPlace,
  batch: Batch,
  { count, total }: { count: number; total: number },
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof RequestError) || error.message !== figures) return error
  const { counts, total_debit, currency } = await place.api.get<Batch>(pathOfBatch(place, batch.batch_id))
  const t = actTextsOf(place.words)
  const money = (amount: number) => formatMoney(amount, currency)
  if (count === counts.ready && total === total_debit) return error
  return new Faults({
    ...(count !== counts.ready && {
      count: t.countDiffers(formatNumber(count), formatNumber(counts.ready)),
    }),
    ...(total !== total_debit && { total: t.totalDiffers(money(total), money(total_debit)) }),
  })
}

// As the service writes them: three refusals have one code.
const figures = 'These are not the figures of the batch'
const faultyRows = 'The batch has faulty rows. Confirm it with skip_faulty to leave them out'

function Retry({ place, batch, close }: DialogProps) {
  const t = actTextsOf(place.words)
  return (
    <Dialog title={t.retryTitle} close={close}>
      <p>{t.retryText}</p>
      <Form
        action={t.retry}
        known={{
          'No row of the batch can be sent again': t.retryNone,
          'RMT-1008': t.retryNone,
        }}
        submit={async () => {
          await place.api.post(pathOf(place, batch, 'retry-failed'))
          toast(t.retryDone)
          close()
        }}
      >
        {null}
      </Form>
    </Dialog>
  )
}

function Cancel({ place, batch, close }: DialogProps) {
  const t = actTextsOf(place.words)
  return (
    <Dialog title={t.cancelTitle} close={close}>
      <p>{t.cancelText}</p>
      <Form
        action={t.cancel}
        appearance="danger"
        known={{ 'RMT-1008': t.overtaken }}
        more={<Button onClick={close}>{t.keep}</Button>}
        submit={async () => {
          await place.api.post(pathOf(place, batch, 'cancel'))
          toast(t.cancelDone)
          close()
        }}
      >
        {null}
      </Form>
    </Dialog>
  )
}
