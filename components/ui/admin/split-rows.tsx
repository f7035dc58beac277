import type { ReactNode } from 'react'

type SplitRowsProps = { as?: 'ul' | 'ol'; className?: string; children: ReactNode }

/** Rows of two ends, such as what there is and its button; below each other where there is no room. */
export function SplitRows({ as: Tag = 'ul', className = '', children }: SplitRowsProps) {
  return <Tag className={`${SPLIT_ROWS} ${className}`}>{children}</Tag>
}

const SPLIT_ROWS =
  'a-list *:flex *:flex-wrap *:items-center *:justify-between *:gap-x-4 *:gap-y-2 *:border-b *:border-hair *:px-3.5 *:py-2 *:*:first:min-w-0 *:*:first:wrap-anywhere'
