import { privateLocale } from '#lib/auth/private-locale.ts'
import { answering, serve } from '#lib/core/http/route.ts'
import { applyDraft, scheduleDraft } from '#lib/pricing/commands/apply-draft.ts'
import { applyCurrencies, fillRates } from '#lib/pricing/commands/currencies.ts'
import { fetchRates } from '#lib/pricing/commands/fetch-rates.ts'
import { discardDraft, draftRate, dropEdit, keepEdit, saveEdit, undoRevision } from '#lib/pricing/commands/save-edit.ts'
import { previewCurrencies } from '#lib/pricing/queries/admin-currencies.ts'
import {
  applyCurrenciesCall,
  applyDraftCall,
  discardDraftCall,
  draftRateCall,
  fetchRatesCall,
  fillRatesCall,
  previewCurrenciesCall,
  resolveEditCall,
  saveEditCall,
  scheduleDraftCall,
  undoRevisionCall,
} from '#lib/pricing/schema.ts'

export const { GET, POST, PATCH, DELETE, OPTIONS } = answering([
  serve(undoRevisionCall, ({ caller, params }) => undoRevision(caller, params.id)),
  serve(applyDraftCall, ({ caller, params, body }) => applyDraft(caller, { ...params, ...body })),
  serve(discardDraftCall, ({ caller, params, body }) => discardDraft(caller, { ...params, ...body })),
  serve(resolveEditCall, ({ caller, params: { id }, body: { act, turn, ...scope } }) =>
    (act === 'drop' ? dropEdit : keepEdit)(caller, scope, { id, turn }),
  ),
  serve(scheduleDraftCall, ({ caller, params, body: { at, ...seen } }) =>
    scheduleDraft(caller, { ...params, ...seen }, new Date(at)),
  ),
  serve(saveEditCall, ({ caller, body: { draft, ...wanted } }) => saveEdit(caller, wanted, draft)),
  serve(draftRateCall, ({ caller, body }) => draftRate(caller, body)),
  serve(applyCurrenciesCall, ({ caller, body }) => applyCurrencies(caller, body)),
  serve(previewCurrenciesCall, async ({ caller, body }) => previewCurrencies(caller, body, await privateLocale())),
  serve(fillRatesCall, ({ caller, body }) => fillRates(caller, body)),
  serve(fetchRatesCall, ({ caller }) => fetchRates(caller)),
])
