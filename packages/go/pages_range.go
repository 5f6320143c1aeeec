//go:build go1.23

package postline

import "iter"

// All returns the items for range. An error is the last pair.
//
//	for message, err := range client.MessagesListAll(ctx, postline.MessagesListParams{}).All() {
func (i *Iterator[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for i.Next() {
			if !yield(i.item, nil) {
				return
			}
		}
		if i.err != nil {
			var none T
			yield(none, i.err)
		}
	}
}
