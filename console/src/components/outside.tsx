import { inOrder } from '../lib/in-order'

/**
 * A text from outside: of a mail, of a person, of an answer. Whatever it contains, what stands beside it stays in its order,
 * and what is written from right to left is read so.
 */
export const Outside = ({ text }: { text: string }) => <bdi>{inOrder(text)}</bdi>
