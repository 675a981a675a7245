// Sends a file with its progress, which `fetch` does not report.

/** Like `fetch`. @param onSent called with the share of the body that has been sent, 1 once all of it has. */
export function fetchWithProgress(
  address: string,
  {
    method,
    headers,
    body,
  }: { method: string; headers: Record<string, string>; body: XMLHttpRequestBodyInit },
  onSent: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
    request.upload.onload = () => onSent(1)
    request.onerror = () => reject(new TypeError('no response'))
    request.onload = () => {
      const lines = request.getAllResponseHeaders().trim().split(/\r?\n/)
      const received = lines.map((line) => line.split(/:\s*(.*)/, 2) as [string, string])
      resolve(new Response(request.responseText, { status: request.status, headers: received }))
    }
    onSent(0)
    request.send(body)
  })
}
