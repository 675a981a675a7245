/** What went wrong, in its own line between what is read and what is pressed. */
export function TillMessage({ text }: { text: string | undefined }) {
  return <div role="status">{text !== undefined && <p class="till-message">{text}</p>}</div>
}
