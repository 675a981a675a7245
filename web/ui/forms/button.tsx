import type { ComponentChildren, JSX } from 'preact'
import { toast } from '../frame/toast.tsx'
import { uiTexts } from '../language/texts.ts'

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'type' | 'class'> & {
  /** `main` is what the page is for; `danger` cannot be taken back. */
  appearance?: 'main' | 'plain' | 'quiet' | 'danger'
  type?: 'button' | 'submit'
  /** Under way: pressing again does nothing. */
  busy?: boolean
  small?: boolean
}

export function Button({
  appearance = 'plain',
  type = 'button',
  busy = false,
  small,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      class={`button ${appearance}${small ? ' small' : ''}`}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    />
  )
}

/** A link that looks like a button. */
export function ButtonLink(
  props: Omit<JSX.IntrinsicElements['a'], 'class' | 'href'> & {
    href: string
    appearance?: ButtonProps['appearance']
    small?: boolean
  },
) {
  const { appearance = 'plain', small, ...rest } = props
  return <a {...rest} class={`button ${appearance}${small ? ' small' : ''}`} />
}

/** @param what is said to who cannot see what stands beside it: "Copy: reference". */
export function CopyButton({
  text,
  what,
  appearance = 'quiet',
  children,
}: {
  text: string
  what: string
  appearance?: ButtonProps['appearance']
  children?: ComponentChildren
}) {
  const t = uiTexts()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast(`${t.copied}: ${what}`)
    } catch {
      toast(t.copyFailed, 'bad')
    }
  }
  return (
    <Button
      small={children === undefined}
      appearance={appearance}
      onClick={copy}
      aria-label={children === undefined ? `${t.copy}: ${what}` : undefined}
    >
      {children ?? t.copy}
    </Button>
  )
}
