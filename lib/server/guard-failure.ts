import type { ServerResponse } from 'node:http'
import { SILENT_POLICY } from '#lib/server/security-headers.ts'

/**
 * Gives an answer that failed the headers of ours on its way out, whoever wrote it: a shared cache that keeps a 404 keeps
 * the shop broken, and a page about an error may run as little as any other.
 */
export function guardFailure(response: ServerResponse, common: [string, string][]): void {
  const { writeHead } = response
  response.writeHead = ((status: number, ...rest: never[]) => {
    if (status >= 400) {
      for (const [name, value] of common) if (!response.hasHeader(name)) response.setHeader(name, value)
      if (!response.hasHeader('content-security-policy')) {
        response.setHeader('content-security-policy', SILENT_POLICY)
      }
      response.setHeader('cache-control', 'private, no-store')
    }

    return writeHead.call(response, status, ...rest)
  }) as typeof writeHead
}
