//go:build go1.23

package main

import "postline"

// firstOf returns the ids of the first messages of a list.
func firstOf(messages *postline.Iterator[postline.MessageSummary], count int) (ids []string) {
	for message, err := range messages.All() {
		must(err)
		ids = append(ids, message.ID)
		if len(ids) == count {
			break
		}
	}
	return ids
}
