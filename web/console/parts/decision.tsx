// The dialog that confirms a decision: it explains what will happen and asks for a reason.
import type { ComponentChildren } from 'preact'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { TextArea } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { decisionTexts } from '../texts.ts'
import { keyReused, keyRunning, once } from './idempotent-request.ts'
import { inReaderLanguage } from './translated-message.tsx'

/** A confirmation, or what went wrong although the decision counts. */
type Confirmation = string | { text: string; tone: 'bad' }

export type DecisionProps = {
  title: string
  /** What will happen. */
  explanation: ComponentChildren
  /** The label of the confirming button: the action itself. */
  action: ComponentChildren
  appearance?: 'main' | 'danger'
  /** Fields besides the reason. */
  children?: ComponentChildren
  /** Whether a reason is asked for; required by default. */
  reason?: 'required' | 'none'
  /** What becomes of the reason, if not only the audit log has it. */
  reasonHint?: string
  /** The action and its subject, if it must not run twice: requests share an idempotency key until one succeeds. */
  onceFor?: string
  /** Executes the decision; an error is shown in the dialog. @param key the idempotency key; empty without `onceFor` */
  decide: (values: Values, key: string) => Promise<void>
  /** The confirmation shown afterwards. */
  done: string | ((values: Values) => Confirmation)
  /** Texts for the refusals this dialog expects, by code or by the service's message. */
  known?: Readonly<Record<string, string>>
  close: () => void
}

export function Decision(props: DecisionProps) {
  const {
    title,
    explanation,
    action,
    appearance = 'main',
    children,
    reason = 'required',
    reasonHint,
    onceFor,
    decide,
    done,
    close,
  } = props
  const t = decisionTexts()
  const ofKeys = { [keyReused]: t.keyReused, [keyRunning]: t.keyRunning, unanswered: t.unanswered }
  const known = { ...(onceFor !== undefined && ofKeys), ...props.known }
  const submit = async (values: Values) => {
    if (reason === 'required' && (values.reason ?? '').length < 3)
      throw new Faults({ reason: t.reasonMissing })
    const send = (key: string) => decide(values, key)
    await (onceFor === undefined ? send('') : once(onceFor, send)).catch((error) => {
      throw error.message in known ? error : inReaderLanguage(error)
    })
    close()
    const confirmation = typeof done === 'string' ? done : done(values)
    if (typeof confirmation === 'string') toast(confirmation)
    else toast(confirmation.text, confirmation.tone)
  }
  return (
    <Dialog title={title} close={close}>
      <p>{explanation}</p>
      <Form submit={submit} action={action} appearance={appearance} known={known}>
        {children}
        {reason !== 'none' && (
          <TextArea
            name="reason"
            label={t.reason}
            hint={reasonHint ?? t.reasonHint}
            maxLength={500}
            rows={3}
          />
        )}
      </Form>
    </Dialog>
  )
}
