'use client'

import { useTranslations } from 'next-intl'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Form } from '#components/ui/admin/form.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { tagClass } from '#components/ui/admin/panel.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Icon } from '#components/ui/icon.tsx'
import { keepPlace } from '#lib/core/client/keep-place.ts'
import { call } from '#lib/core/client/request.ts'
import type { addOrderNoteCall, tagOrderCall } from '#lib/orders/schema.ts'

type OrderLabelsProps = { orderId: string; tags: string[]; assignee: string | null; mayWrite: boolean }

/** Who looks after an order, and its tags. */
export function OrderLabels({ orderId, tags, assignee, mayWrite }: OrderLabelsProps) {
  const t = useTranslations('admin-acts')
  const change = useAction({
    roomTexts: t,
    tell: () => null,
    send: ({ tag, isSet = true }: { tag: string; isSet?: boolean }) =>
      call<typeof tagOrderCall>('POST /api/admin/orders/[id]/tags', { params: { id: orderId }, body: { tag, isSet } }),
  })

  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 [&_.icon]:size-3.5">
      {assignee ? (
        <span className="a-meta">
          <Icon name="person" /> {t('panel.assignedTo', { name: assignee })}
        </span>
      ) : null}
      {tags.length > 0 ? (
        <ul className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5" aria-label={t('desk.tags')}>
          {tags.map((one) => (
            <li key={one} className={tagClass('plain')}>
              <Link className="a-link" href={filterAddress('/admin/orders', { tab: 'all', tag: one })}>
                <bdi>{one}</bdi>
              </Link>
              {mayWrite ? (
                <button
                  type="button"
                  className="a-untag -me-1.5 inline-grid min-h-6 min-w-6 place-items-center"
                  aria-label={t('desk.removeTag', { tag: one })}
                  onClick={(event) => {
                    keepPlace(event.currentTarget, '.a-untag', '.a-newtag input')
                    void change.run({ tag: one, isSet: false })
                  }}
                >
                  <Icon name="cross" />
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayWrite ? (
        <Form
          className="flex flex-wrap items-end gap-x-2.5 gap-y-1.5 a-newtag [&_.input]:w-36"
          action={change}
          fields={[
            { kind: 'text', name: 'tag', 'aria-label': t('desk.tag'), placeholder: t('desk.tag'), maxLength: 40 },
          ]}
          press={t('desk.addTag')}
          tone="outline"
          size="small"
        />
      ) : null}
    </div>
  )
}

/** A note for the team, which then stands in the history. What was typed stays when it could not be sent. */
export function NoteForm({ orderId }: { orderId: string }) {
  const t = useTranslations('admin-acts')
  const write = useAction({
    roomTexts: t,
    tell: () => null,
    send: (body: { text: string }) =>
      call<typeof addOrderNoteCall>('POST /api/admin/orders/[id]/notes', { params: { id: orderId }, body }),
  })

  return (
    <Form
      className="p-3.5 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 border-b border-line"
      action={write}
      fields={[{ kind: 'text', name: 'text', label: t('desk.note'), maxLength: 2000 }]}
      press={t('desk.write')}
      tone="outline"
      size="small"
    />
  )
}
