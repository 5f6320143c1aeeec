package postline

// Iterator goes through the items of a list and fetches pages as needed:
//
//	messages := client.MessagesListAll(ctx, postline.MessagesListParams{})
//	for messages.Next() {
//		fmt.Println(messages.Item().ID)
//	}
//	if err := messages.Err(); err != nil {
//		return err
//	}
type Iterator[T any] struct {
	fetch  func(cursor string) (items []T, next *string, err error)
	cursor string
	isLast bool
	items  []T
	item   T
	err    error
}

func iterate[T any](fetch func(cursor string) ([]T, *string, error)) *Iterator[T] {
	return &Iterator[T]{fetch: fetch}
}

// Next moves to the next item. It returns false after the last one, and after an error.
func (i *Iterator[T]) Next() bool {
	// A page may be empty and yet not the last one.
	for len(i.items) == 0 {
		if i.isLast || i.err != nil {
			return false
		}
		items, next, err := i.fetch(i.cursor)
		i.items, i.err, i.isLast = items, err, next == nil
		if next != nil {
			i.cursor = *next
		}
	}
	i.item, i.items = i.items[0], i.items[1:]
	return true
}

// Item returns the item that Next moved to.
func (i *Iterator[T]) Item() T { return i.item }

// Err returns why Next returned false; nil after the last item.
func (i *Iterator[T]) Err() error { return i.err }
