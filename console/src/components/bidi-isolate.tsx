/**
 * A text from outside within one of ours: of a mail, of a person, of an answer. What is written from right to left is read
 * so, and what stands beside it stays in its order. That no text turns others around is seen to for all of them, in jsx.ts.
 */
export const BidiIsolate = ({ text }: { text: string }) => <bdi>{text}</bdi>
