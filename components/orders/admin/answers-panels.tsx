import { useTranslations } from 'next-intl'
import { LimitForm } from '#components/orders/admin/limit-form.tsx'
import { OrderAction } from '#components/orders/admin/order-action.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { REASON } from '#components/ui/admin/form-field.ts'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { sumText } from '#components/ui/admin/money-amount.tsx'
import { ActionRows, Panel } from '#components/ui/admin/panel.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import { prepare } from '#lib/core/client/prepare-call.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import type { fileAnswerCall, withdrawAnswerCall } from '#lib/fulfilment/schema.ts'

type Answer = { code: number; messageHash: string; message: string | null; proofs: number }
type Filed = Answer & { id: string; by: string | null; filedAt: Date; undoneAt: Date | null }

/** Answers that were proven often enough to be filed as refusals. */
export function OfferedAnswers({ answers, mayFile }: { answers: Answer[]; mayFile: boolean }) {
  const t = useTranslations('admin-acts.answers')
  const tLabel = useTranslations('admin.label')

  return (
    <Panel id="offered" title={t('offered')} hint={answers.length}>
      {answers.length === 0 ? <p className="a-emptyline">{t('nothing')}</p> : null}
      <ActionRows>
        {answers.map(({ code, messageHash, message, proofs }) => (
          <li key={`${code}-${messageHash}`}>
            <span>
              {tLabel('code')} <span className="a-id font-semibold">{code}</span> <bdi>{message}</bdi>
              <span className="a-sub">
                {t('proofs')} {proofs}
              </span>
            </span>
            {mayFile ? (
              <OrderAction
                spec={{
                  title: t('file'),
                  effect: t('fileEffect'),
                  press: t('file'),
                  call: prepare<typeof fileAnswerCall>('POST /api/admin/orders/answers', {
                    body: { endpoint: 'placeOrder', code, messageHash },
                  }),
                  fields: [REASON],
                }}
              />
            ) : null}
          </li>
        ))}
      </ActionRows>
    </Panel>
  )
}

/** What was filed, by whom, and the way back. */
export function FiledAnswers({ answers, mayFile }: { answers: Filed[]; mayFile: boolean }) {
  const t = useTranslations('admin-acts.answers')
  const tLabel = useTranslations('admin.label')

  return (
    <Panel id="filed" title={t('filed')} hint={answers.length}>
      <ListTable
        label={t('filed')}
        rows={answers}
        empty={t('noneFiled')}
        first={[
          { head: tLabel('code'), className: 'a-id', isName: true, cell: ({ code }) => code },
          { head: tLabel('providerWords'), cell: ({ message }) => <bdi>{message}</bdi> },
          { head: t('proofs'), cell: ({ proofs }) => proofs },
          {
            head: t('by'),
            cell: ({ by, filedAt }) => (
              <>
                {by ?? '-'}
                <span className="a-sub">
                  <LocalTime at={filedAt} show="moment" />
                </span>
              </>
            ),
          },
          {
            head: null,
            cell: ({ id, undoneAt }) => (undoneAt ? t('undone') : mayFile ? <Withdraw answerId={id} /> : null),
          },
        ]}
      />
    </Panel>
  )
}

function Withdraw({ answerId }: { answerId: string }) {
  const t = useTranslations('admin-acts.answers')

  return (
    <OrderAction
      variant="small"
      spec={{
        title: t('undo'),
        effect: t('undoEffect'),
        press: t('undo'),
        call: prepare<typeof withdrawAnswerCall>('POST /api/admin/orders/answers/[answerId]', { params: { answerId } }),
        fields: [REASON],
      }}
    />
  )
}

type LimitPanelProps = { limit: { minor: number; currency: string }; mayChange: boolean }

/** The sum up to which support may give eSIMs back. */
export function LimitPanel({ limit: { minor, currency }, mayChange }: LimitPanelProps) {
  const t = useTranslations('admin-acts.answers')
  const tag = useTag()
  const code = parseCurrency(currency)
  const effect = t('limitEffect', { amount: `${sumText(minor, currency, tag)} ${currency}` })

  return (
    <Panel id="limit" title={t('limit')}>
      {mayChange && code ? (
        <LimitForm minor={minor} currency={code} effect={effect} />
      ) : (
        <p className="p-3.5">{effect}</p>
      )}
    </Panel>
  )
}
