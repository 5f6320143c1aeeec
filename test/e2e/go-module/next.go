//go:build !go1.23

package main

import "postline"

// firstOf returns the ids of the first messages of a list.
func firstOf(messages *postline.Iterator[postline.MessageSummary], count int) (ids []string) {
	for len(ids) < count && messages.Next() {
		ids = append(ids, messages.Item().ID)
	}
	must(messages.Err())
	return ids
}
