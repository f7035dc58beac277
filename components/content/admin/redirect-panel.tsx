'use client'

import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { Form } from '#components/ui/admin/form.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { addRedirect, removeRedirect } from '#lib/content/client/guides.ts'

type RedirectPanelProps = { redirects: readonly { from: string; to: string; isOwn: boolean; at: Date }[] }

const PATH = { kind: 'text', dir: 'ltr', maxLength: 200, spellCheck: false, autoComplete: 'off' } as const

/** Where addresses lead that no page has: those of guides that moved, and those that staff enter. */
export function RedirectPanel({ redirects }: RedirectPanelProps) {
  const t = useTranslations('admin-guides')
  const tLabel = useTranslations('admin.label')
  const adding = useAction({ send: addRedirect, roomTexts: t, tell: () => t('redirects.added') })

  return (
    <Panel id="redirects" title={t('redirects.title')} hint={t('redirects.hint')}>
      <ListTable
        label={t('redirects.title')}
        rows={redirects}
        keyOf={({ from }) => from}
        empty={t('redirects.none')}
        first={[
          { head: tLabel('address'), isName: true, cell: ({ from }) => <bdi dir="ltr">{from}</bdi> },
          { head: t('redirects.to'), cell: ({ to }) => <bdi dir="ltr">{to}</bdi> },
          {
            ...{ head: tLabel('by'), className: 'a-soft' },
            cell: ({ isOwn }) => t(isOwn ? 'redirects.own' : 'redirects.guide'),
          },
          { head: tLabel('since'), cell: ({ at }) => <LocalTime at={at} show="date" /> },
          {
            head: null,
            cell: ({ isOwn, from }) =>
              isOwn ? (
                <AtOnce
                  press={tLabel('remove')}
                  name={t('redirects.removeOf', { from })}
                  send={() => removeRedirect(from)}
                  roomTexts={t}
                  keeps={['#redirects', 'main h1']}
                />
              ) : null,
          },
        ]}
      />
      <Form
        className="flex flex-wrap items-end gap-x-2.5 gap-y-1.5 p-3.5"
        action={adding}
        fields={[
          {
            ...{ ...PATH, name: 'from', label: tLabel('address'), placeholder: '/blog/japan' },
            reasons: ['from_shape', 'from_page', 'from_known', 'too_many'],
          },
          { ...PATH, name: 'to', label: t('redirects.to'), placeholder: '/guides', reasons: ['no_page', 'loop'] },
        ]}
        press={t('redirects.add')}
      />
    </Panel>
  )
}
