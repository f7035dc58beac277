import { answering, serve } from '#lib/core/http/route.ts'
import { applyDraft, scheduleDraft } from '#lib/pricing/commands/apply-draft.ts'
import { discardDraft, draftRate, dropEdit, keepEdit, saveEdit, undoRevision } from '#lib/pricing/commands/save-edit.ts'
import {
  applyDraftCall,
  discardDraftCall,
  draftRateCall,
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
])
