import { correction, generate } from 'lean-qr'
import { toSvgSource } from 'lean-qr/extras/svg'
import { serve } from '#lib/core/http/route.ts'
import { openedEsim } from '#lib/esims/commands/reveal-esim.ts'
import { downloadQrCodeCall } from '#lib/esims/schema.ts'
import { qrPng } from '#lib/mail/qr-png.ts'

const QUIET_ZONE = 4
const HEADERS = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

export const GET = serve(downloadQrCodeCall, async ({ caller, params, query }) => {
  const { activationCode } = await openedEsim(caller, params.id)

  return query.format === 'png' ? pngOf(activationCode) : svgOf(activationCode)
})

function pngOf(code: string): Response {
  return new Response(Buffer.from(qrPng(code)), {
    headers: { ...HEADERS, 'content-type': 'image/png', 'content-disposition': 'attachment' },
  })
}

function svgOf(code: string): Response {
  const drawing = generate(code, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
  const svg = toSvgSource(drawing, { on: 'black', off: 'white', pad: QUIET_ZONE, xmlDeclaration: true })

  return new Response(svg, { headers: { ...HEADERS, 'content-type': 'image/svg+xml' } })
}
