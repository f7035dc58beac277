'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '#components/ui/admin/action-dialog.tsx'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Icon } from '#components/ui/icon.tsx'
import { saveView } from '#lib/checkout/client/backoffice.ts'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { call } from '#lib/core/client/request.ts'
import type { ViewArea } from '#lib/core/rules/lists.ts'
import { type SavedView, viewAddress } from '#lib/settings/rules/saved-view.ts'
import type { deleteViewCall } from '#lib/settings/schema.ts'

const PRESSED = 'inline-flex min-h-[max(1.75rem,calc(var(--a-ctl)-0.25rem))] items-center gap-1.5 px-2'

type ViewBarProps = { area: ViewArea; views: SavedView[]; query: string; children?: ReactNode }

/**
 * The views that somebody keeps of a list: named addresses. `query` is what the list shows now, as a view keeps it.
 * `children` stand at the other end of the item.
 */
export function ViewBar({ area, views: kept, query, children }: ViewBarProps) {
  const t = useTranslations('admin-bulk')
  const tLabel = useTranslations('admin.label')
  const tViews = useTranslations('admin-bulk.views')
  const [saved, setSaved] = useState<string | null>(null)
  const removal = useAction({
    send: ({ id }: SavedView) => call<typeof deleteViewCall>('DELETE /api/admin/views/[id]', { params: { id } }),
    tell: (_, { name }) => t('views.deleted', { name }),
  })

  return (
    <div className="a-views mb-3 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      <span className="a-meta" id="views">
        {t('views.label')}
      </span>
      {kept.length > 0 ? (
        <ul className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5" aria-labelledby="views">
          {kept.map((view) => (
            <li key={view.id} className="a-view inline-flex items-center rounded-[7px] border border-edge bg-card">
              <Link
                className={`${PRESSED} aria-[current]:font-semibold`}
                href={viewAddress(area, view.query)}
                aria-current={view.query === query ? 'true' : undefined}
              >
                <bdi>{view.name}</bdi>
                {view.isDefault ? <span className="a-meta">{t('views.isDefault')}</span> : null}
              </Link>
              <button
                type="button"
                className={`${PRESSED} border-s border-hair text-ink-soft`}
                aria-label={t('views.delete', { name: view.name })}
                onClick={(event) => {
                  keepPlace(event.currentTarget, '.a-view button', '.a-views > .btn')
                  setSaved(null)
                  void removal.run(view)
                }}
              >
                <Icon name="cross" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <ActionButton
        title={t('views.save')}
        effect={
          query === '' ? (
            t('views.all')
          ) : (
            <code className="wrap-anywhere whitespace-normal" dir="ltr">
              ?{query}
            </code>
          )
        }
        press={tLabel('save')}
        label={t('views.save')}
        variant="small"
        fields={[
          {
            kind: 'text',
            name: 'name',
            label: tLabel('name'),
            hint: t('views.nameHint'),
            wrong: t('views.nameMissing'),
            reasons: ['too_many'],
            maxLength: 40,
          },
          { kind: 'check', name: 'isDefault', label: t('views.makeDefault') },
        ]}
        roomTexts={tViews}
        send={({ name, isDefault }) => saveView({ area, name, query, isDefault })}
        onDone={(_, { name }) => {
          removal.clear()
          setSaved(t('views.saved', { name }))
        }}
      />
      <ActionMessage
        message={removal.message ?? (saved === null ? null : { tone: 'good', text: saved })}
        variant="line"
      />
      {children}
    </div>
  )
}
