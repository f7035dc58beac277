import 'server-only'
import { openValue } from '#lib/core/repository/sealed.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { placeOf } from '#lib/esims/repository/esims.ts'
import { emitLpa, parseLpa, toInstallLinks } from '#lib/esims/rules/lpa.ts'
import type { OpenedEsim } from '#lib/settings/rules/shop.ts'

/** Opens the stored code of an eSIM. For callers that have decided and recorded who may see it. */
export function openStoredEsim(esim: { id: string; iccid: string; sealedCode: Uint8Array | null }): OpenedEsim {
  if (!esim.sealedCode) throw new AppError('gone', 'The code of this card is not kept any more.')
  const parsed = parseLpa(openValue(esim.sealedCode, placeOf(esim.id)))
  if (!parsed.ok) throw new AppError('internal', 'A stored code cannot be read.')
  const { code } = parsed

  return {
    id: esim.id,
    iccid: esim.iccid,
    activationCode: emitLpa(code),
    smdpAddress: code.smdpAddress,
    matchingId: code.matchingId,
    asksConfirmationCode: code.asksConfirmationCode || code.confirmationHint !== null,
    confirmationHint: code.confirmationHint,
    links: toInstallLinks(code),
  }
}
