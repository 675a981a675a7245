/** A merchant's name, linked to its page, with its code in small print. */
export function MerchantLink({ code, name }: { code: string; name: string | null }) {
  return (
    <>
      <a href={`/console/merchants/${encodeURIComponent(code)}`}>{name ?? code}</a>
      {name !== null && (
        <>
          {' '}
          <span class="under nowrap">{code}</span>
        </>
      )}
    </>
  )
}
